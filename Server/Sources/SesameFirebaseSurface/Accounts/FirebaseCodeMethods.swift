import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The methods for emailed links and their codes.
struct FirebaseCodeMethods: Sendable {
    let codes: CodeService
    let logins: LocalCredentialService
    let sent: FirebaseSentCodes
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "sendOobCode", legacyName: "getOobConfirmationCode", input: .credential,
                schema: Self.sendOobCodeSchema,
                handler: sendOobCode),
            FirebaseMethod(
                name: "resetPassword", legacyName: "resetPassword", input: .credential,
                schema: Self.resetPasswordSchema, words: \.inCodeWords,
                handler: resetPassword),
            FirebaseMethod(
                name: "signInWithEmailLink", legacyName: "emailLinkSignin", input: .credential,
                schema: Self.emailLinkSchema, words: \.inCodeWords,
                handler: signInWithEmailLink),
        ]
    }

    static let sendOobCodeSchema = FirebaseSchema.client([
        "requestType": .choice(FirebaseCodeRequest.purposes), "email": .string, "newEmail": .string, "idToken": .string,
        "continueUrl": .string, "iOSBundleId": .string, "iOSAppStoreId": .string, "androidPackageName": .string,
        "androidInstallApp": .bool, "androidMinimumVersion": .string, "canHandleCodeInApp": .bool,
        "dynamicLinkDomain": .string, "linkDomain": .string, "returnOobLink": .bool, "userIp": .string,
        "challenge": .string, "captchaResp": .string,
    ])
    static let resetPasswordSchema = FirebaseSchema.client([
        "oobCode": .string, "newPassword": .string, "oldPassword": .string, "email": .string,
    ])
    static let emailLinkSchema = FirebaseSchema.client(["email": .string, "oobCode": .string, "idToken": .string])

    /// Handles `accounts:sendOobCode` for a client. The response does not reveal if an account has the address, except
    /// for a password reset in a project without email enumeration protection.
    func sendOobCode(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let wanted = try FirebaseCodeRequest(body, of: app, isEmulator: door.isEmulator)
        guard !wanted.returnsLink else {
            throw .firebase("INSUFFICIENT_PERMISSION", "only a back end can request the link")
        }
        let link = wanted.link(publicURL: door.publicURL, key: request.query["key"])
        let order: OneTimeCodeRequest
        var before: String?
        switch wanted.purpose {
        case .passwordReset: order = .resetPassword(try email(of: body), at: link)
        case .emailSignIn: order = .signIn(try email(of: body), at: link)
        case .verifyEmail:
            let caller = try await door.caller(
                Secret(try body.required("idToken", orElse: "INVALID_ID_TOKEN")), of: app)
            guard let email = caller.view.emailCredential else {
                throw .firebase("MISSING_EMAIL", "the account has no email address as a sign-in method")
            }
            order = .verify(email, of: caller.view.account.id, askedIn: caller.caller.session.id, at: link)
        case .changeEmail:
            let caller = try await door.caller(try door.idToken(body), of: app)
            guard !caller.view.isAnonymous else {
                throw .firebase("OPERATION_NOT_ALLOWED", "a guest has no email address to change")
            }
            guard !caller.caller.needsReauthentication(caller.view) else {
                throw .firebase("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            let email = try door.address(try body.required("newEmail", orElse: "MISSING_NEW_EMAIL"))
            order = .changeEmail(
                to: email, of: caller.view.account.id, askedIn: caller.caller.session.id, at: link)
            before = caller.view.claims.email
        case .undoChange, .undoFactor: throw .firebase("INVALID_REQ_TYPE")
        }
        let issued = try await sent.send(order, of: app, request)
        if let issued { sent.note(issued, wanted.purpose, order, instead: before, of: app) }
        guard
            issued != nil || wanted.purpose != .passwordReset || app.firebase?.rules.emailEnumerationProtection != false
        else {
            throw .firebase("EMAIL_NOT_FOUND")
        }
        return .firebase(["kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": .string(order.name)])
    }

    /// Handles `accounts:sendOobCode` for a back end, which may receive the link itself.
    func adminSendOobCode(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody, _ caller: FirebaseOperator
    ) async throws(AccountError) -> HTTPResponse {
        let wanted = try FirebaseCodeRequest(body, of: app, isEmulator: door.isEmulator)
        // A returned link, and a link that changes the address, give access to the account.
        try caller.require(wanted.returnsLink || wanted.purpose == .changeEmail ? .usersActAs : .usersWrite)
        let link = wanted.link(publicURL: door.publicURL, key: request.query["key"])
        let email = try await operatorsEmail(body, app)
        let order: OneTimeCodeRequest
        let before = wanted.purpose == .changeEmail ? email.description : nil
        switch wanted.purpose {
        case .passwordReset: order = .resetPassword(email, at: link)
        case .emailSignIn: order = .signIn(email, at: link)
        case .verifyEmail:
            order = .verify(
                email, of: try await account(of: email, in: app, orElse: "USER_NOT_FOUND"), askedIn: nil, at: link)
        case .changeEmail:
            let new = try door.address(try body.required("newEmail", orElse: "MISSING_NEW_EMAIL"))
            order = .changeEmail(
                to: new, of: try await account(of: email, in: app, orElse: "USER_NOT_FOUND"), askedIn: nil, at: link)
        case .undoChange, .undoFactor: throw .firebase("INVALID_REQ_TYPE")
        }
        var json: JSONObject = [
            "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": .string(email.description),
        ]
        do throws(AccountError) {
            if wanted.returnsLink {
                let code = try await codes.issueCode(order, of: app, context: caller.context)
                sent.note(code, wanted.purpose, order, instead: before, of: app)
                json["oobCode"] = .string(code.code.exposed)
                json["oobLink"] = code.link.map { .string($0) }
            } else {
                let code = try await sent.send(order, of: app, caller.context)
                sent.note(code, wanted.purpose, order, instead: before, of: app)
            }
        } catch {
            throw error.ofDomain?.code == .notFound ? error.saying("EMAIL_NOT_FOUND") : error
        }
        return .firebase(json)
    }

    /// Returns the email address of a back end's request, given directly or through an account's ID token.
    private func operatorsEmail(_ body: FirebaseBody, _ app: App) async throws(AccountError) -> EmailAddress {
        guard body.text("email") == nil, let token = body.secret("idToken") else { return try email(of: body) }
        let caller = try await door.caller(token, of: app)
        guard let email = caller.view.claims.email.flatMap({ EmailAddress($0) }) else {
            throw .firebase("MISSING_EMAIL")
        }
        return email
    }

    private func email(of body: FirebaseBody) throws(AccountError) -> EmailAddress {
        try door.address(try body.required("email", orElse: "MISSING_EMAIL"))
    }

    private func account(
        of email: EmailAddress, in app: App, orElse code: String
    ) async throws(AccountError) -> AccountID {
        guard let view = try await door.holder(of: email, in: app) else { throw .firebase(code) }
        return view.account.id
    }
}

extension FirebaseCodeMethods {
    /// Handles `accounts:resetPassword`, which returns a code's purpose and, except for a sign-in link, its email
    /// address. If the request contains a new password, the account's password is changed too.
    func resetPassword(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let code = PresentedCode.link(Secret(try body.required("oobCode", orElse: "MISSING_OOB_CODE")))
        let context = request.context(in: app)
        let content = try await codes.checkCode(code, of: app, context: context)
        guard content.purpose.isUndo || app.firebase?.rules.allowsPasswords != false else {
            throw .firebase("PASSWORD_LOGIN_DISABLED")
        }
        if let password = body.secret("newPassword") {
            _ = try await logins.resetPassword(with: code, to: password, of: app, context: context)
            sent.forget(body.secret("oobCode"), of: app)
        }
        var json: JSONObject = [
            "kind": "identitytoolkit#ResetPasswordResponse",
            "requestType": .string(FirebaseCodeRequest.Purpose(content.purpose).rawValue),
        ]
        // The address of a sign-in link is not returned: the user who opens it has to know the address.
        if content.purpose != .signIn { json["email"] = .string(content.name) }
        guard content.purpose == .changeEmail || content.purpose == .undoFactor, let account = content.account else {
            return .firebase(json)
        }
        let view = try await door.directory.account(account, in: app.id)
        guard content.purpose == .undoFactor else {
            json["email"] = .string(view.claims.email ?? "")
            json["newEmail"] = .string(content.name)
            return .firebase(json)
        }
        // The factor may have been removed since; the link still undoes the related changes.
        let factor = view.factors.first { $0.id == content.factor }
        json["mfaInfo"] = factor.map { .object(FirebaseUserInfo.json($0)) }
        return .firebase(json)
    }

    /// Handles `accounts:update` with a code, which verifies or changes an email address, or undoes a change or removal
    /// of the address or the addition of a sign-in method or second factor.
    ///
    /// - Parameter caller: The signed-in user; nil if the request has no ID token.
    func applyCode(
        _ code: Secret, by caller: FirebaseCaller? = nil, _ app: App, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        let context = request.context(in: app)
        let content = try await codes.checkCode(.link(code), of: app, context: context)
        let view =
            if content.purpose.isUndo {
                try await logins.undoChange(with: .link(code), of: app, context: context)
            } else {
                try await logins.verify(
                    with: .link(code), of: app, by: caller.map { .caller($0.caller) } ?? .mailbox, context: context)
            }
        sent.forget(code, of: app)
        var json: JSONObject = [
            "kind": "identitytoolkit#SetAccountInfoResponse", "localId": .string(view.account.id.description),
            "email": .string(view.claims.email ?? ""), "emailVerified": .bool(view.claims.emailVerified),
        ]
        json["newEmail"] = content.purpose == .changeEmail ? .string(content.name) : nil
        return .firebase(json)
    }

    /// Handles `accounts:signInWithEmailLink`, which signs in with a link's code. With an ID token, the address is
    /// added to the token's account instead. Throws if the request does not contain the address to which the link was
    /// sent.
    func signInWithEmailLink(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        guard app.firebase?.rules.allowsLinks != false else { throw .firebase("OPERATION_NOT_ALLOWED") }
        let email = try door.address(try body.required("email", orElse: "MISSING_EMAIL"))
        let code = PresentedCode.link(Secret(try body.required("oobCode", orElse: "MISSING_OOB_CODE")))
        let context = request.context(in: app)
        let content = try await codes.checkCode(code, of: app, context: context)
        // A user who opens the link on another device must know its email address.
        guard content.name.hasSameBytes(as: email.description) else {
            throw .firebase("INVALID_EMAIL", "The email provided does not match the sign-in email address.")
        }
        if let idToken = body.secret("idToken") {
            return try await addEmail(email, with: code, to: try await door.caller(idToken, of: app), request)
        }
        var json: JSONObject = [
            "kind": "identitytoolkit#EmailLinkSigninResponse", "email": .string(email.description),
        ]
        do throws(AccountError) {
            let result = try await logins.signIn(with: code, to: app, context: context)
            sent.forget(body.secret("oobCode"), of: app)
            json["isNewUser"] = .bool(result.isNew)
            json.add(try await door.tokens(of: result.session, in: app))
            return .firebase(json)
        } catch {
            let response = try door.pending(error, json)
            sent.forget(body.secret("oobCode"), of: app)
            return response
        }
    }

    /// Adds the link's address to the ID token's account, in place of an earlier address. Throws if another account has
    /// the address.
    private func addEmail(
        _ email: EmailAddress, with code: PresentedCode, to caller: FirebaseCaller, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        let app = caller.caller.app
        try await door.requireFree(email, for: caller, in: app)
        let addition = try await logins.addCredential(
            .email, with: code, to: caller.caller, context: request.context(in: app))
        guard case .added(let result) = addition else { throw .firebase("EMAIL_EXISTS") }
        if case .link(let secret) = code { sent.forget(secret, of: app) }
        var json: JSONObject = [
            "kind": "identitytoolkit#EmailLinkSigninResponse", "email": .string(email.description), "isNewUser": false,
        ]
        json.add(try await door.tokens(of: result.session, in: app))
        return .firebase(json)
    }
}

extension AccountError {
    /// The refusal of a code with the matching Firebase error code; unchanged if there is none.
    var inCodeWords: AccountError {
        switch code {
        case .ticketExpired: saying("INVALID_OOB_CODE")
        case .credentialInUse: saying("EMAIL_EXISTS")
        default: self
        }
    }
}
