import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteAPI {
    var accountSessionRoutes: [Route] {
        [
            route(.POST, "/v1/account/sessions/anonymous", limitedBy: .guests, signInAnonymously),
            route(.POST, "/v1/account/sessions/id-token", limitedBy: .refusals, signInWithToken),
            route(.POST, "/v1/account/sessions/token", limitedBy: .refusals, signInWithSecret),
            route(.GET, "/v1/account/sessions", listSessions),
            route(.DELETE, "/v1/account/sessions", endAllSessions),
            route(.GET, "/v1/account/sessions/{session}", missing: .sessionNotFound) { call in
                let caller = try await caller(call)
                let session = try await accounts.sessions.session(id(call, caller.session), of: caller)
                return .appwrite(AppwriteSession(session: session, isCurrent: session.id == caller.session.id).json)
            },
            route(.PATCH, "/v1/account/sessions/{session}", missing: .sessionNotFound) { call in
                let caller = try await caller(call)
                let session = try await accounts.sessions.extendSession(id(call, caller.session), of: caller)
                return .appwrite(AppwriteSession(session: session, isCurrent: session.id == caller.session.id).json)
            },
            route(.DELETE, "/v1/account/sessions/{session}", missing: .sessionNotFound, endSession),
        ]
    }

    private func signInAnonymously(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try AppwriteBody(call)
        guard call.app.allowsAnonymous else { throw AppwriteProblem.methodUnsupported }
        try await requireNoSession(call)
        return began(try await accounts.signIn.signInAnonymously(to: call.app, context: call.context), call)
    }

    /// Signs in with Apple's or Google's own ID token.
    ///
    /// In a session the identity becomes one of the caller's: a guest becomes a person, with the same account. The nonce
    /// is the client's own, as it is in this protocol, or one of the native challenges.
    private func signInWithToken(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "provider", "idToken", "nonce", Self.appleCode)
        guard let provider = Provider(rawValue: try body.text("provider")) else {
            throw AppwriteProblem.argument("provider", "Value must be one of (apple, google)")
        }
        let nonce = try body.optionalText("nonce").map { Secret($0) }
        let name = try body.optionalText("name", greatest: 128)
        let caller = try await callerIfAny(call)
        let isOurs =
            nonce.map { accounts.providers.isChallenge($0, for: call.app, session: caller?.session.id) } ?? false
        let (idToken, stated) = (
            try body.secret("idToken", greatest: 16_384), StatedName(given: name, family: nil)
        )
        let code = try body.optionalText(Self.appleCode, greatest: 1_024).map { Secret($0) }
        let credential =
            isOurs
            ? ProviderCredential(provider: provider, idToken: idToken, nonce: nonce, code: code, statedName: stated)
            : ProviderCredential(
                provider: provider, idToken: idToken, vendorNonce: nonce, code: code, statedName: stated)
        guard let caller else {
            return began(
                try await accounts.signIn.signIn(with: credential, to: call.app, context: call.context), call)
        }
        let linked = try await accounts.linking.link(credential, to: caller, context: call.context)
        return began(linked.session, isNew: false, call)
    }

    /// Signs in with a secret that a browser came back with, that the app's back end has given out, or that was sent to an
    /// address or a number.
    private func signInWithSecret(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "secret")
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        let code = PresentedCode.handle(id, secret, .signIn, [.email, .phone])
        if try await accounts.codes.awaitsCode(code, of: call.app) { return try await signInWithCode(code, call) }
        // A person who links in a browser gets a secret for the account of their own session.
        let caller = try await callerIfAny(call)
        guard caller.map({ $0.session.account == AccountID(id) }) ?? true else { throw AppwriteProblem.sessionExists }
        return began(
            try await accounts.grants.signIn(
                granted: secret, account: AccountID(id), to: call.app, replacing: caller?.session.id,
                context: call.context), call)
    }

    private func listSessions(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let sessions = try await accounts.sessions.sessions(of: caller)
        return .appwrite(
            "sessions",
            // The one that was begun first comes first, as there.
            sessions.reversed().map { AppwriteSession(session: $0, isCurrent: $0.id == caller.session.id).json })
    }

    private func endAllSessions(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        try await accounts.sessions.endAllSessions(of: caller, context: call.context)
        var response = HTTPResponse.appwriteEmpty
        call.cookies.remove(in: &response)
        return response
    }

    private func endSession(_ call: AppwriteCall) async throws -> HTTPResponse {
        var response = HTTPResponse.appwriteEmpty
        do {
            let caller = try await caller(call)
            let id = id(call, caller.session)
            try await accounts.sessions.endSession(id, of: caller, context: call.context)
            if id == caller.session.id { call.cookies.remove(in: &response) }
        } catch let problem as AppwriteProblem where problem.refusal.code == .secondFactorRequired {
            // Who does not go on may end the sign-in, and no other session.
            let pending = try await pendingSignIn(call, or: problem)
            guard id(call, pending.session) == pending.session.id else { throw problem }
            try await accounts.secondFactors.giveUp(pending, context: call.context)
            call.cookies.remove(in: &response)
        }
        return response
    }

    private func id(_ call: AppwriteCall, _ current: Session) -> SessionID {
        call["session"].hasSameBytes(as: "current") ? current.id : SessionID(call["session"])
    }
}

extension AppwriteAPI {
    /// What Apple's sheet gives beside the token, by which the consent is taken back when the account goes. Appwrite's
    /// clients do not know it.
    private static let appleCode = "authorizationCode"

    /// Refuses a sign-in in a session, which would leave that one behind.
    func requireNoSession(_ call: AppwriteCall) async throws {
        guard try await callerIfAny(call) == nil else { throw AppwriteProblem.sessionExists }
    }

    /// The answer to a sign-in.
    func began(_ signIn: SignIn, _ call: AppwriteCall) -> HTTPResponse {
        began(signIn.session, isNew: signIn.isNew, call)
    }

    /// The answer to the beginning of a session: its secret goes into cookies, and to a server with a key into the body.
    ///
    /// - Parameter isNew: Whether the sign-in made the account, which Appwrite has no word for.
    func began(
        _ session: Session, isNew: Bool, status: HTTPResponseStatus = .created, _ call: AppwriteCall
    ) -> HTTPResponse {
        let secret = accounts.sessions.sessionSecret(of: session)
        var response = HTTPResponse.appwrite(
            AppwriteSession(session: session, isCurrent: true, secret: call.showsSecrets ? secret : nil).json,
            status: status)
        response.headers.add(name: AppwriteHeader.newAccount, value: isNew ? "true" : "false")
        setSecret(of: session, in: &response, call)
        return response
    }

    /// Gives a client the secret of its session, in cookies; a server with a key has it in the body. Whoever comes with a
    /// JWT, which is good for minutes, gets nothing that outlives it.
    func setSecret(of session: Session, in response: inout HTTPResponse, _ call: AppwriteCall) {
        guard call.key == nil, call.credential?.isJWT != true else { return }
        let life = session.expiresAt.secondsSince1970 - accounts.environment.now.secondsSince1970
        call.cookies.set(
            accounts.sessions.sessionSecret(of: session), life: max(0, life), in: &response, for: call.request)
    }
}
