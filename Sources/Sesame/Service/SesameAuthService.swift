package import Foundation
package import SesameCore
import SesameWire

/// The back end for accounts on a Sesame server, through its native API.
package struct SesameAuthService: AuthServiceProtocol, AuthExportService {
    /// The server's address, for example `https://auth.example.com`.
    package let server: URL
    /// The app's name in the server's configuration; nil for the server's default app.
    package let app: String?

    let transport: any HTTPTransport
    let clock: AuthClock
    let device: KnownDevice

    /// Creates a back end for the server at the URL.
    ///
    /// - Parameter deviceStorage: The storage of the token by which the server recognizes this device at a password
    ///   sign-in: one for each server and app. Without it, attackers who guess a password delay the user's own sign-in.
    package init(
        server: URL, app: String? = nil, transport: some HTTPTransport = URLSessionTransport(),
        clock: AuthClock = .system, deviceStorage: (any DeviceStorage)? = nil
    ) {
        self.server = server
        self.app = app
        self.transport = transport
        self.clock = clock
        device = KnownDevice(storage: deviceStorage)
    }

    /// Fetches a one-time nonce for a sign-in from `POST /v1/challenges`.
    package func nonce() async throws(AuthError) -> Nonce {
        let answer: ChallengeResponse = try await post(APIRoute.challenges, body: [:])
        return Nonce(answer.nonce)
    }

    /// Fetches a one-time nonce for linking, bound to the session, from `POST /v1/challenges`.
    package func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        let answer: ChallengeResponse = try await post(APIRoute.challenges, body: [:], bearer: session.accessToken)
        return Nonce(answer.nonce, googleForm: .verbatim, isForLinking: true)
    }

    /// Exchanges a credential for a session at the route for its kind. Throws if the native API cannot sign in with the
    /// credential: a one-time token, or an authorization code for linking only.
    package func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        if case .google(let idToken, nil, let role) = credential {
            return try await exchangeByContract(IDTokenExchangeRequest(idToken: idToken, role: role))
        }
        let answer = try await answer(to: credential)
        return SignIn(session: Session(answer, at: clock.now), isNewUser: answer.isNewUser)
    }

    private func answer(to credential: AuthCredential) async throws(AuthError) -> SignInResponse {
        switch credential {
        case .google(_, nil, _): throw .noNonce
        case .google(let idToken, let nonce?, let role):
            try await post(
                APIRoute.signInProvider.replacingOccurrences(of: "{provider}", with: SignInMethod.google.rawValue),
                body: SignInRequest(idToken: idToken, nonce: nonce.value, role: role).json)
        case .apple(let idToken, let nonce, let role, let code, let name):
            try await post(
                APIRoute.signInApple,
                body: AppleSignInRequest(
                    credential: SignInRequest(idToken: idToken, nonce: nonce.value, role: role),
                    authorizationCode: code, name: name
                ).json)
        case .password(let credential):
            try await sendPassword("POST", APIRoute.signInPassword, body: PasswordSignInRequest(credential).json)
        case .passwordRegistration(let form):
            try await sendPassword(
                "POST", APIRoute.signUpPassword,
                body: PasswordSignUpRequest(
                    credential: PasswordSignInRequest(form.credential), profile: form.profile
                ).json)
        case .anonymous: try await post(APIRoute.signInAnonymous, body: [:])
        case .authorizationCode(let code):
            if code.isForLinking { throw .linksOnly } else { try await postForm(Self.tokenPath, code.form) }
        case .oneTimeToken: throw AuthError(.invalidRequest, "the native API issues no one-time tokens")
        case .code(let code, let sent, let role): try await answer(to: code, of: sent, role: role)
        case .secondFactor(let proof): try await answer(to: proof)
        case .registration(let form):
            try await post(
                APIRoute.signUp,
                body: SignUpRequest(ticket: form.ticket, role: form.role, profile: form.profile).json)
        }
    }

    /// Exchanges the refresh token for new tokens at `POST /v1/sessions/refresh`, and returns the session with the new
    /// tokens.
    package func refresh(_ session: Session) async throws(AuthError) -> Session {
        let request = RefreshRequest(refreshToken: session.refreshToken)
        let answer: TokenResponse = try await post(APIRoute.refresh, body: request.json)
        return session.with(answer, at: clock.now)
    }

    /// Confirms the user at the credential's route: `POST /v1/me/confirm` for a provider's token, `POST
    /// /v1/me/confirm/second-factor` for a second factor, `POST /v1/me/confirm/password` for the password of the
    /// session's address, and `POST /v1/me/confirm/code` for a code that was sent. Another address's password or a code
    /// of the web sign-in creates a new session.
    package func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session
    {
        let request: ReauthenticateRequest
        switch credential {
        case .google(_, nil, _): throw .noNonce
        case .google(let idToken, let nonce?, _):
            request = ReauthenticateRequest(
                provider: "google", credential: SignInRequest(idToken: idToken, nonce: nonce.value))
        case .apple(let idToken, let nonce, _, let code, _):
            request = ReauthenticateRequest(
                provider: "apple", credential: SignInRequest(idToken: idToken, nonce: nonce.value),
                authorizationCode: code)
        case .secondFactor(let proof): return try await reauthenticate(session, by: proof)
        case .password(let typed): return try await reauthenticate(session, by: typed)
        case .authorizationCode(let code):
            guard !code.isForLinking else { throw .linksOnly }
            return try await signInAgain(session, with: credential)
        case .code(let code, let sent, _): return try await reauthenticate(session, by: code, of: sent)
        case .anonymous, .oneTimeToken, .registration, .passwordRegistration:
            throw AuthError(.invalidRequest, "only the account's own sign-in methods can confirm the user")
        }
        let answer: TokenResponse = try await post(
            APIRoute.confirm, body: request.json, bearer: session.accessToken)
        return session.with(answer, at: clock.now)
    }

    /// Ends a session with `DELETE /v1/sessions/current`. The request is authorized by the refresh token, so it works
    /// after the access token has expired, too. A session that has already ended is not an error.
    package func revoke(_ revocation: Revocation) async throws(AuthError) {
        do throws(AuthError) {
            try await delete(
                APIRoute.session.replacingOccurrences(of: "{id}", with: "current"), bearer: revocation.refreshToken)
        } catch {
            guard AuthError.Code.endingSession.contains(error.code) else { throw error }
        }
    }

    /// Returns the account's data export, a JSON document, from `GET /v1/me/export`.
    package func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        var request = try NativeRequests(server: server, app: app, transport: transport)
            .request("GET", APIRoute.export, bearer: session.accessToken)
        request.maxResponseBytes = JSONLimits.document.bytes
        return try ServerResponseDecoder(try await transport.send(request)).document()
    }

    /// Deletes the account with `DELETE /v1/me`, and returns the steps that remain for the user. Throws if a 200
    /// response does not have the server's body, for example if it is a network's login page, because then the account
    /// was not deleted.
    @discardableResult
    package func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        let response = try await send("DELETE", APIRoute.me, bearer: session.accessToken)
        guard response.status != 204 else {
            device.forget()
            return AccountDeletion()
        }
        let answer: DeletionResponse = try ServerResponseDecoder(response).body()
        device.forget()
        return AccountDeletion(answer)
    }

    /// Confirms the session's user with a new sign-in, and returns the new session, which replaces the given one. If
    /// another user signed in, ends the new session and throws `reauthenticationRequired`.
    func signInAgain(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        let fresh: Session
        do throws(AuthError) {
            fresh = try await exchange(credential).session
        } catch {
            var error = error
            // The ticket could complete another user's sign-in, without a check that it is the same user.
            error.secondFactor = nil
            throw error
        }
        guard fresh.user.uid.hasSameBytes(as: session.user.uid) else {
            // The error about the credential matters more than one about the session that it started.
            try? await revoke(Revocation(fresh))
            throw AuthError(.reauthenticationRequired, "the credential belongs to another user")
        }
        return fresh
    }

    static let tokenPath = "/token"
}

extension AccountDeletion {
    /// Converts the server's response. A provider that this version does not know is skipped, because the app offers no
    /// step for it.
    fileprivate init(_ answer: DeletionResponse) {
        self.init(manualRevocation: answer.manualRevocation.compactMap(SignInMethod.init))
    }
}

extension AuthorizationCode {
    /// The body of a token request (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
    fileprivate var form: [(name: String, value: String)] {
        [
            ("grant_type", "authorization_code"), ("code", code.exposed), ("code_verifier", verifier.exposed),
            ("redirect_uri", redirectURI), ("client_id", clientID),
        ]
    }
}
