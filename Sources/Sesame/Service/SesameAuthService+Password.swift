import Foundation
package import SesameCore
import SesameWire

extension SesameAuthService: AuthPasswordService {
    /// Sends an email by `POST /v1/codes`, with a link to a page of the server. The request identifies a known device,
    /// which has its own quota of emails, so that attackers who request codes for the same address do not use it up.
    package func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        try await ask(
            APIRoute.codes, CodeRequest(purpose: "reset_password", email: email, language: language), bearer: nil,
            headers: device.headers)
    }

    /// Sends an email by `POST /v1/me/codes`, with a link to a page of the server.
    package func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        try await ask(
            APIRoute.myCodes, CodeRequest(purpose: "verify", language: language), bearer: session.accessToken)
    }

    /// Changes the password by `PUT /v1/me/password`. All other sessions end.
    package func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        let request = PasswordChangeRequest(password: password.normalized, currentPassword: current?.normalized)
        let answer: LinkResponse = try await sendPassword(
            "PUT", APIRoute.password, body: request.json, bearer: session.accessToken)
        return Session(answer, at: clock.now)
    }

    /// Adds a password by `POST /v1/me/password`.
    ///
    /// If an account already has the email address, the server returns no ticket to resolve the conflict, unlike for a
    /// provider's token. With ``SesameCore/ConflictPolicy/switch`` the call signs in to that account with the typed
    /// password.
    func add(
        _ credential: PasswordCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        let request = PasswordSignUpRequest(credential: PasswordSignInRequest(credential), profile: profile)
        do throws(AuthError) {
            let answer: LinkResponse = try await sendPassword(
                "POST", APIRoute.password, body: request.json, bearer: session.accessToken)
            return Upgrade(answer, at: clock.now)
        } catch {
            guard error.code == .credentialInUse else { throw error }
            switch onConflict {
            case .fail, .merge: throw error
            case .keep: return Upgrade(outcome: .kept, session: session)
            case .switch:
                let fresh = try await exchange(.password(credential)).session
                // The user is signed in to the other account in any case; ``AuthManager`` revokes the session again.
                try? await revoke(Revocation(session))
                return Upgrade(outcome: .switched, session: fresh)
            }
        }
    }

    /// Requests a message with a code or link by POST. Throws unless the server has accepted the request.
    func ask(
        _ path: String, _ request: CodeRequest, bearer: Secret?, headers: [String: Secret] = [:]
    ) async throws(AuthError) {
        let answer = ServerResponseDecoder(try await send(path, body: request.json, bearer: bearer, headers: headers))
        try answer.checkEmptySuccess()
    }
}

extension SesameAuthService {
    /// Confirms the session's user by their password.
    ///
    /// The email address of the account's password may differ from the one in the user's profile, and the typed address
    /// may belong to another account. In both cases a sign-in shows to which account the password belongs.
    func reauthenticate(_ session: Session, by typed: PasswordCredential) async throws(AuthError) -> Session {
        guard session.user.email?.lowercased() == typed.email.lowercased() else {
            return try await signInAgain(session, with: .password(typed))
        }
        let request = PasswordReauthenticateRequest(password: typed.password.normalized)
        do throws(AuthError) {
            let answer: TokenResponse = try await sendPassword(
                "POST", APIRoute.confirmByPassword, body: request.json, bearer: session.accessToken)
            return session.with(answer, at: clock.now)
        } catch {
            guard error.code == .notFound else { throw error }
            return try await signInAgain(session, with: .password(typed))
        }
    }
}

extension PasswordSignInRequest {
    init(_ credential: PasswordCredential) {
        self.init(email: credential.email, password: credential.password.normalized, role: credential.role)
    }
}

extension Secret {
    /// The password in Unicode normalization form C: keyboards write the same letters in different bytes, and the
    /// server compares bytes (NIST SP 800-63B-4 section 3.1.1.2).
    fileprivate var normalized: Secret { Secret(exposed.precomposedStringWithCanonicalMapping) }
}
