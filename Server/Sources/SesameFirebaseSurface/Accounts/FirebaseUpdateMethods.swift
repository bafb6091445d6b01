import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The methods with which the user of an ID token changes their account.
struct FirebaseUpdateMethods: Sendable {
    let logins: LocalCredentialService
    let codes: FirebaseCodeMethods
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "update", legacyName: "setAccountInfo", input: .credential, schema: Self.updateSchema,
                handler: update)
        ]
    }

    static let updateSchema = FirebaseSchema.client([
        "idToken": .string, "localId": .string, "oobCode": .string, "email": .string, "password": .string,
        "displayName": .string, "photoUrl": .string, "deleteAttribute": .list(.choice(attributes)),
        "deleteProvider": .list(.string), "provider": .list(.string), "disableUser": .bool, "emailVerified": .bool,
        "upgradeToFederatedLogin": .bool, "phoneNumber": .string, "validSince": .integer, "customAttributes": .string,
        "linkProviderUserInfo": .anyObject, "mfa": .anyObject, "createdAt": .string, "lastLoginAt": .string,
    ])
    /// The attributes in Firebase's order, because some clients send indexes.
    private static let attributes = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]
    private static let operatorsOwn = [
        "localId", "disableUser", "emailVerified", "phoneNumber", "validSince", "customAttributes",
        "linkProviderUserInfo", "mfa", "createdAt", "lastLoginAt",
    ]

    /// Handles `accounts:update` for the user of an ID token: applies an emailed code, or changes the name, picture,
    /// password or sign-in methods. Throws `UNEXPECTED_PARAMETER` for a member that only the operator can set.
    func update(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        if let code = body.secret("oobCode") {
            let caller: FirebaseCaller? =
                if let idToken = body.secret("idToken") { try await door.caller(idToken, of: app) } else { nil }
            do throws(AccountError) {
                return try await codes.applyCode(code, by: caller, app, request)
            } catch {
                throw error.inWords(\.inCodeWords)
            }
        }
        let caller = try await door.caller(try door.idToken(body), of: app)
        if let name = Self.operatorsOwn.first(where: body.contains) {
            throw .firebase("UNEXPECTED_PARAMETER", "only the operator can set \(name)")
        }
        let changes = try await changes(body, caller)
        let session: Session?
        do throws(AccountError) {
            session = try await logins.change(caller.caller, by: changes, context: request.context(in: app))
        } catch {
            throw error.ofDomain?.code == .credentialInUse ? error.saying("EMAIL_EXISTS") : error
        }
        let tokens = try await door.firebase.firebaseTokens(
            of: session ?? caller.caller.session, in: app, claims: caller.sessionClaims)
        return .firebase(Self.answer(tokens, isRenewed: session != nil))
    }

    private static func answer(_ tokens: FirebaseTokens, isRenewed: Bool) -> JSONObject {
        let user = FirebaseUserInfo(tokens.person)
        var json: JSONObject = [
            "kind": "identitytoolkit#SetAccountInfoResponse",
            "localId": .string(user.view.account.id.description),
        ]
        json["email"] = user.view.claims.email.map { .string($0) }
        if user.view.claims.email != nil { json["emailVerified"] = .bool(user.view.claims.emailVerified) }
        json["displayName"] = user.displayName.map { .string($0) }
        json["photoUrl"] = user.photoURL.map { .string($0) }
        json["providerUserInfo"] = .array(user.providers)
        json["passwordHash"] = user.json["passwordHash"]
        if isRenewed { json.add(tokens) }
        return json
    }

    private func changes(_ body: FirebaseBody, _ caller: FirebaseCaller) async throws(AccountError) -> [OwnChange] {
        var shown = AccountUpdate()
        shown.readShown(body)
        var removals: [OwnChange] = []
        for name in body.strings("deleteProvider") {
            let removal = try OwnChange(deleting: name, from: caller.view)
            if !removals.contains(where: removal.isSame(as:)) { removals.append(removal) }
        }
        let login = try await loginChange(body, caller).map { [$0] } ?? []
        let details = OwnChange.details { [shown] details in
            shown.displayName.apply(to: &details.displayName)
            shown.photoURL.apply(to: &details.photoURL)
        }
        return login + removals + [details]
    }

    /// Returns the change of the password or the email address; nil if the request has none. Outside an emulator,
    /// throws if the request would change the address, because the new one is not verified.
    private func loginChange(
        _ body: FirebaseBody, _ caller: FirebaseCaller
    ) async throws(AccountError) -> OwnChange? {
        let known = caller.view.login(.email)
        let email: EmailAddress? =
            if let text = body.text("email") { try door.address(text) } else { nil }
        let password = body.secret("password")
        if password != nil, caller.caller.app.firebase?.rules.allowsPasswords == false {
            throw .firebase("OPERATION_NOT_ALLOWED")
        }
        if let email, known?.name.hasSameBytes(as: email.description) != true, door.isEmulator {
            try await door.requireFree(email, for: caller, in: caller.caller.app)
            guard password != nil || !caller.view.isAnonymous else {
                throw .firebase("OPERATION_NOT_ALLOWED", "a guest's email address requires a password")
            }
            guard let password else { return .email(email) }
            return .addPassword(password, email, replacingOther: true)
        }
        if let email, let known, !known.name.hasSameBytes(as: email.description) {
            // Without verification, the address would give its real owner access to the account.
            throw .firebase("OPERATION_NOT_ALLOWED", "Please verify the new email before changing email.")
        }
        guard let password else {
            guard email == nil || known != nil else {
                throw .firebase(
                    "OPERATION_NOT_ALLOWED", "an email address requires a password, or a link sent to the address")
            }
            return nil
        }
        if known?.password != nil { return .password(password) }
        guard let email = email ?? known.flatMap({ EmailAddress($0.name) }) else {
            throw AccountError(.invalidRequest, "a password requires an email address", field: "email")
        }
        return .addPassword(password, email, replacingOther: false)
    }
}

extension AccountUpdate {
    /// Reads the changes of the display name and the picture. An empty value or an entry in `deleteAttribute` removes
    /// the name or the picture.
    mutating func readShown(_ body: FirebaseBody) {
        let removed = body.strings("deleteAttribute")
        if let name = body.string("displayName") { displayName = name.isEmpty ? .remove : .set(name) }
        if let photo = body.string("photoUrl") { photoURL = photo.isEmpty ? .remove : .set(photo) }
        if removed.contains("DISPLAY_NAME") { displayName = .remove }
        if removed.contains("PHOTO_URL") { photoURL = .remove }
    }
}

extension LocalCredential.Kind {
    /// Creates the kind with Firebase's provider id; nil for any other id.
    init?(firebaseName name: String) {
        switch name {
        case "password", "emailLink": self = .email
        case "phone": self = .phone
        default: return nil
        }
    }
}

extension OwnChange {
    /// Creates the removal of the sign-in method with Firebase's provider id. Throws if the account does not have the
    /// method.
    fileprivate init(deleting name: String, from view: AccountRecord) throws(AccountError) {
        if let provider = Provider(firebaseName: name), view.identities.contains(where: { $0.provider == provider }) {
            self = .unlink(provider)
        } else if let kind = LocalCredential.Kind(firebaseName: name), view.login(kind) != nil {
            self = .removeCredential(kind)
        } else {
            throw .noSuchIdentity
        }
    }

    /// Returns true if both changes remove the same sign-in method. Some clients list a method twice.
    fileprivate func isSame(as other: OwnChange) -> Bool {
        switch (self, other) {
        case (.unlink(let one), .unlink(let other)): one == other
        case (.removeCredential(let one), .removeCredential(let other)): one == other
        default: false
        }
    }
}
