import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension FirebaseAdminRoutes {
    static let createSchema = FirebaseSchema.client([
        "localId": .string, "email": .string, "password": .string, "displayName": .string, "photoUrl": .string,
        "emailVerified": .bool, "phoneNumber": .string, "disabled": .bool,
        "mfaInfo": .list(.object(factorSchema)),
    ])
    static let factorSchema = FirebaseSchema([
        "mfaEnrollmentId": .string, "displayName": .string, "phoneInfo": .string, "enrolledAt": .string,
        "unobfuscatedPhoneInfo": .string, "totpInfo": .anyObject,
    ])
    static let adminUpdateSchema = FirebaseSchema(
        FirebaseUpdateMethods.updateSchema.fields.merging([
            "linkProviderUserInfo": .object(providerSchema), "disabled": .bool, "returnOobLink": .bool,
            "mfa": .object(FirebaseSchema(["enrollments": .list(.object(factorSchema))])),
        ]) { _, own in own })
    static let providerSchema = FirebaseSchema([
        "providerId": .string, "rawId": .string, "federatedId": .string, "email": .string, "displayName": .string,
        "photoUrl": .string, "phoneNumber": .string, "screenName": .string,
    ])
    static let adminLookupSchema = FirebaseSchema.client([
        "idToken": .string, "localId": .list(.string), "email": .list(.string), "phoneNumber": .list(.string),
        "federatedUserId": .list(.object(FirebaseSchema(["providerId": .string, "rawId": .string]))),
        "initialEmail": .list(.string),
    ])

    /// Handles `accounts`, which creates an account without a session.
    func adminCreate(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        var order = AccountUpdate()
        try order.read(body, door.apps.providers)
        if body.contains("mfaInfo") { order.factors = try AccountUpdate.factors(body.objects("mfaInfo")) }
        order.isDisabled = body.optionalBool("disabled")
        let id = body.text("localId").map { AccountID($0) }
        let account = try await operators.createAccount(order, id: id, in: app, context: caller.context)
        let user = FirebaseUserInfo(account, of: app)
        var json: JSONObject = [
            "kind": "identitytoolkit#SignupNewUserResponse", "localId": .string(account.view.account.id.description),
        ]
        json["email"] = user.json["email"]
        json["displayName"] = user.json["displayName"]
        return .firebase(json)
    }

    /// Handles `accounts:lookup`, which returns the accounts with any of the given ids, email addresses, phone numbers
    /// and provider identities. The response omits `users` if no account is found.
    func adminLookup(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let identities = body.objects("federatedUserId").compactMap { entry -> IdentityInput? in
            guard let provider = entry.text("providerId").flatMap(door.apps.providers.provider(firebaseName:)),
                let subject = entry.text("rawId")
            else { return nil }
            return IdentityInput(provider: provider, subject: subject)
        }
        let ids = body.strings("localId").map { AccountID($0) }
        let emails = (body.strings("email") + body.strings("initialEmail")).compactMap { EmailAddress($0) }
        let phones = body.strings("phoneNumber").compactMap { PhoneNumber($0) }
        guard ids.count + emails.count + phones.count + identities.count <= 500 else {
            throw .invalidArgument("at most 500 accounts can be looked up in one request")
        }
        let found = try await door.directory.accounts(
            ids, emails: emails, phones: phones, identities: identities, in: app)
        var json: JSONObject = ["kind": "identitytoolkit#GetAccountInfoResponse"]
        if !found.isEmpty { json["users"] = .array(found.map { .object(FirebaseUserInfo($0, of: app).json) }) }
        return .firebase(json)
    }

    /// Handles `accounts:update` for any account. The required scopes depend on the changed members.
    func adminUpdate(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let id = AccountID(try body.required("localId", orElse: "MISSING_LOCAL_ID"))
        var order = AccountUpdate()
        try order.read(body, door.apps.providers)
        order.isDisabled = body.optionalBool("disableUser")
        if let mfa = body.object("mfa") { order.factors = try AccountUpdate.factors(mfa.objects("enrollments")) }
        let account = try await operators.change(id, by: order, with: caller.scopes, in: app, context: caller.context)
        let user = FirebaseUserInfo(account, of: app).json
        var json: JSONObject = ["kind": "identitytoolkit#SetAccountInfoResponse"]
        for name in [
            "localId", "email", "emailVerified", "displayName", "photoUrl", "providerUserInfo", "passwordHash",
        ] {
            json[name] = user[name]
        }
        return .firebase(json)
    }

    /// Handles `accounts:delete` for any account. Throws if there is no such account.
    func adminDelete(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let id = AccountID(try body.required("localId", orElse: "MISSING_LOCAL_ID"))
        _ = try await deletion.delete(id, in: app.id, context: caller.context)
        return .firebase(["kind": "identitytoolkit#DeleteAccountResponse"])
    }
}

extension AccountUpdate {
    /// Reads the members that the methods for creating, changing and importing accounts have in common. Throws
    /// Firebase's error for the first invalid member.
    mutating func read(_ body: FirebaseBody, _ providers: ProviderDirectory) throws(AccountError) {
        readShown(body)
        if let text = body.text("email") {
            guard let address = EmailAddress(text) else { throw .firebase("INVALID_EMAIL") }
            email = address
        }
        isEmailVerified = body.optionalBool("emailVerified")
        password = body.secret("password")
        if let text = body.text("phoneNumber") {
            guard let number = PhoneNumber(text) else { throw .firebase("INVALID_PHONE_NUMBER", "Invalid format.") }
            phone = .set(number)
        }
        if let text = body.string("customAttributes") { claims = try Self.claims(text) }
        if let seconds = body.integer("validSince") {
            // The maximum is the end of the year 9999.
            guard (0...253_402_300_799).contains(seconds) else {
                throw .invalidArgument("validSince must be in seconds since 1970, up to the year 9999")
            }
            tokensValidAfter = Date(timeIntervalSince1970: TimeInterval(seconds))
        }
        for name in body.strings("deleteProvider") {
            if let provider = providers.provider(firebaseName: name) {
                removedProviders.append(provider)
            } else if let kind = LocalCredential.Kind(firebaseName: name) {
                removedCredentials.append(kind)
            }
        }
        if let info = body.object("linkProviderUserInfo") { addedIdentities = [try IdentityInput(info, providers)] }
    }

    private static func claims(_ text: String) throws(AccountError) -> JSONObject {
        guard !text.isEmpty else { return [:] }
        guard let claims = (try? JSONValue(parsing: Array(text.utf8)))?.object else {
            throw .firebase("INVALID_CLAIMS")
        }
        if let refusal = FirebaseUserSession.refusal(of: claims) { throw refusal.inWords(\.inOrderWords) }
        return claims
    }
}

extension IdentityInput {
    init(_ info: FirebaseBody, _ providers: ProviderDirectory) throws(AccountError) {
        guard let name = info.text("providerId") else { throw .firebase("MISSING_PROVIDER_ID") }
        guard let provider = providers.provider(firebaseName: name) else {
            throw .firebase("INVALID_PROVIDER_ID", "the provider is unknown")
        }
        guard let subject = info.text("rawId") else { throw .firebase("MISSING_RAW_ID") }
        self.init(
            provider: provider, subject: subject,
            claims: IdentityClaims(
                email: info.text("email"), displayName: info.text("displayName"), photoURL: info.text("photoUrl")))
    }
}
