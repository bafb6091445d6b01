import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The changes that the person of an ID token makes.
struct FirebaseUpdateMethods: Sendable {
    let account: AccountService
    let linking: LinkingService
    let logins: LoginService
    let codes: FirebaseCodeMethods
    let door: FirebaseDoor

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
    /// In the vendor's order, since some clients send their places.
    private static let attributes = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]
    private static let operatorsOwn = [
        "localId", "disableUser", "emailVerified", "phoneNumber", "validSince", "customAttributes",
        "linkProviderUserInfo", "mfa", "createdAt", "lastLoginAt",
    ]

    /// `accounts:update`: what the person of an ID token changes: name and picture, password, ways to sign in.
    func update(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(Refusal) -> HTTPResponse {
        if let code = body.secret("oobCode") {
            let caller: FirebaseCaller? =
                if let idToken = body.secret("idToken") { try await door.caller(idToken, of: app) } else { nil }
            do throws(Refusal) {
                return try await codes.applyCode(code, by: caller, app, request)
            } catch {
                throw error.inWords(\.inCodeWords)
            }
        }
        let caller = try await door.caller(try door.idToken(body), of: app)
        if let name = Self.operatorsOwn.first(where: body.contains) {
            throw .firebase("UNEXPECTED_PARAMETER", "\(name) is for the operator to say")
        }
        // All is asked before anything is changed: what is refused leaves the rest as it was.
        let shown = try shown(body, caller)
        let leaving = try leaving(body, caller.view)
        let session = try await changePassword(body, caller, request)
        for method in leaving { try await unlink(method, caller, request) }
        _ = try await account.changeDetails(of: caller.view.account.id, in: app, shown)
        let tokens = try await door.firebase.firebaseTokens(
            of: session ?? caller.caller.session, in: app, claims: caller.sessionClaims)
        return .firebase(Self.answer(tokens, isRenewed: session != nil))
    }

    private static func answer(_ tokens: FirebaseTokens, isRenewed: Bool) -> JSONObject {
        let user = FirebaseUser(tokens.person)
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

    /// The change of the name and the picture.
    private func shown(
        _ body: FirebaseBody, _ caller: FirebaseCaller
    ) throws(Refusal) -> @Sendable (inout AccountDetails) -> Void {
        var order = AccountOrder()
        order.readShown(body)
        let change: @Sendable (inout AccountDetails) -> Void = { [order] details in
            order.displayName.apply(to: &details.displayName)
            order.photoURL.apply(to: &details.photoURL)
        }
        var details = caller.details
        change(&details)
        if let refusal = details.refusal(in: caller.caller.app) { throw refusal }
        return change
    }

    /// The ways to sign in that are to go, each once. Others stay, or none goes.
    private func leaving(_ body: FirebaseBody, _ view: AccountView) throws(Refusal) -> [LinkedMethod] {
        var methods: [LinkedMethod] = []
        for name in body.strings("deleteProvider") {
            let method = try LinkedMethod(name, of: view)
            if !methods.contains(method) { methods.append(method) }
        }
        guard view.keepsWayIn(without: methods.compactMap(\.identity), methods.compactMap(\.login)) || methods.isEmpty
        else { throw .lastCertainWayIn }
        return methods
    }

    private func unlink(
        _ method: LinkedMethod, _ caller: FirebaseCaller, _ request: HTTPRequest
    ) async throws(Refusal) {
        let context = request.context(in: caller.caller.app)
        switch method {
        case .identity(let identity):
            try await linking.unlink(identity.provider, from: caller.caller, context: context)
        case .login(let login): try await logins.removeLogin(login.kind, from: caller.caller, context: context)
        }
    }

    /// - Returns: The session to go on with, if tokens from before are no good any more.
    private func changePassword(
        _ body: FirebaseBody, _ caller: FirebaseCaller, _ request: HTTPRequest
    ) async throws(Refusal) -> Session? {
        let known = caller.view.login(.email)
        let email: EmailAddress? =
            if let text = body.text("email") { try door.address(text) } else { nil }
        if let email, known?.name.hasSameBytes(as: email.description) != true, door.isEmulator {
            do throws(Refusal) {
                return try await changeAddress(to: email, caller, request, password: body.secret("password"))
            } catch {
                throw error.ofDomain?.code == .credentialInUse ? error.saying("EMAIL_EXISTS") : error
            }
        }
        if let email, let known, !known.name.hasSameBytes(as: email.description) {
            // Until somebody has shown that mail reaches them there, the address would be a way in for whoever it is of.
            throw .firebase("OPERATION_NOT_ALLOWED", "Please verify the new email before changing email.")
        }
        guard let password = body.secret("password") else {
            guard email == nil || known != nil else {
                throw .firebase(
                    "OPERATION_NOT_ALLOWED", "an address comes with a password, or by a link that is sent there")
            }
            return nil
        }
        let context = request.context(in: caller.caller.app)
        do throws(Refusal) {
            if known?.password != nil {
                return try await logins.changePassword(of: caller.caller, to: password, context: context)
                    .session
            }
            guard let email = email ?? known.flatMap({ EmailAddress($0.name) }) else {
                throw Refusal(.invalidRequest, "a password needs an address", field: "email")
            }
            return try await logins.addPassword(
                email: email, password: password, to: caller.caller, context: context
            ).session
        } catch {
            throw error.ofDomain?.code == .credentialInUse ? error.saying("EMAIL_EXISTS") : error
        }
    }
}

extension FirebaseUpdateMethods {
    /// Another address at once, as an emulator has it; with a password, if one comes with it.
    private func changeAddress(
        to email: EmailAddress, _ caller: FirebaseCaller, _ request: HTTPRequest, password: Secret?
    ) async throws(Refusal) -> Session? {
        let context = request.context(in: caller.caller.app)
        try await door.requireFree(email, for: caller, in: caller.caller.app)
        guard password != nil || !caller.view.isAnonymous else {
            throw .firebase("OPERATION_NOT_ALLOWED", "a guest's address comes with a password")
        }
        guard let password else {
            _ = try await logins.changeEmail(of: caller.caller, to: email, waits: false, context: context)
            return caller.caller.session
        }
        return try await logins.addPassword(
            email: email, password: password, to: caller.caller, replacingOther: true, context: context
        ).session
    }
}

extension AccountOrder {
    /// Reads what is shown of a person: the name and the picture, or that there is to be none.
    mutating func readShown(_ body: FirebaseBody) {
        let removed = body.strings("deleteAttribute")
        if let name = body.string("displayName") { displayName = name.isEmpty ? .remove : .set(name) }
        if let photo = body.string("photoUrl") { photoURL = photo.isEmpty ? .remove : .set(photo) }
        if removed.contains("DISPLAY_NAME") { displayName = .remove }
        if removed.contains("PHOTO_URL") { photoURL = .remove }
    }
}

extension Login.Kind {
    /// The kind of that name in the dialect.
    init?(firebaseName name: String) {
        switch name {
        case "password", "emailLink": self = .email
        case "phone": self = .phone
        default: return nil
        }
    }
}

/// A way to sign in that an account has.
private enum LinkedMethod: Equatable {
    case identity(Identity)
    case login(Login)

    /// Takes what Firebase's clients call it. Throws for one that the account does not have.
    init(_ name: String, of view: AccountView) throws(Refusal) {
        let provider = Provider(firebaseName: name)
        if let identity = view.identities.first(where: { $0.provider == provider }) {
            self = .identity(identity)
        } else if let login = Login.Kind(firebaseName: name).flatMap(view.login) {
            self = .login(login)
        } else {
            throw .noSuchIdentity
        }
    }

    var identity: Identity? { if case .identity(let identity) = self { identity } else { nil } }
    var login: Login? { if case .login(let login) = self { login } else { nil } }
}
