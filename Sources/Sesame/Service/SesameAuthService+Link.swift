import Foundation
package import SesameCore
import SesameWire

extension SesameAuthService: AuthLinkingService {
    /// `POST /v1/me/identities/{provider}`, or `POST /v1/me/password`. A code of the web sign-in is for a session of its
    /// own.
    package func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        let provider: String
        let request: AppleSignInRequest
        switch credential {
        case .google(_, nil, _): throw .noNonce
        case .google(let idToken, let nonce?, let role):
            provider = "google"
            request = AppleSignInRequest(
                credential: SignInRequest(idToken: idToken, nonce: nonce.value, role: role))
        case .apple(let idToken, let nonce, let role, let code, let name):
            provider = "apple"
            request = AppleSignInRequest(
                credential: SignInRequest(idToken: idToken, nonce: nonce.value, role: role),
                authorizationCode: code, name: name)
        case .password(let credential):
            return try await add(credential, to: session, profile: profile, onConflict: onConflict)
        case .anonymous, .authorizationCode, .oneTimeToken, .registration, .passwordRegistration, .secondFactor:
            throw AuthError(.invalidRequest, "only a provider's ID token, or a password, can be linked")
        }
        let answer: LinkAnswer = try await post(
            APIRoute.identity.replacingOccurrences(of: "{provider}", with: provider),
            body: LinkRequest(credential: request, profile: profile, onConflict: onConflict).json,
            bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }

    /// `DELETE /v1/me/identities/{provider}`, or `DELETE /v1/me/password`.
    package func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        let path: String
        switch method {
        case .apple, .google: path = APIRoute.identity.replacingOccurrences(of: "{provider}", with: method.rawValue)
        case .password: path = APIRoute.password
        }
        try await delete(path, bearer: session.accessToken)
    }

    /// `POST /v1/me/merge`.
    package func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        let answer: LinkAnswer = try await post(
            APIRoute.merge, body: MergeRequest(ticket: ticket, choice: choice).json, bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }

    /// `POST /v1/me/merge/undo`.
    package func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        let answer: LinkAnswer = try await post(APIRoute.undoMerge, body: [:], bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }
}

extension AuthError {
    static let noNonce = AuthError(.invalidNonce, "the token was made without a nonce of the server")
}
