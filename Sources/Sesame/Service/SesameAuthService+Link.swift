import Foundation
package import SesameCore
import SesameWire

extension SesameAuthService: AuthLinkingService {
    /// Links a credential by `POST /v1/me/identities/{provider}`, by `POST /v1/me/identities` with a code of a web
    /// sign-in that was begun for linking, or by `POST /v1/me/password`.
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
        case .authorizationCode(let code) where code.isForLinking:
            return try await link(
                APIRoute.identities,
                LinkCodeRequest(
                    code: code.code, codeVerifier: code.verifier, redirectURI: code.redirectURI, profile: profile,
                    onConflict: onConflict),
                to: session)
        case .anonymous, .authorizationCode, .oneTimeToken, .code, .registration, .passwordRegistration, .secondFactor:
            throw AuthError(.invalidRequest, "this credential is for signing in and cannot be linked")
        }
        return try await link(
            APIRoute.identity.replacingOccurrences(of: "{provider}", with: provider),
            LinkRequest(credential: request, profile: profile, onConflict: onConflict), to: session)
    }

    private func link(
        _ path: String, _ body: some WireBody, to session: Session
    ) async throws(AuthError) -> Upgrade {
        let answer: LinkResponse = try await post(path, body: body.json, bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }

    /// Removes a sign-in method by `DELETE /v1/me/identities/{provider}` or `DELETE /v1/me/password`.
    package func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        let path: String
        switch method {
        case .apple, .google: path = APIRoute.identity.replacingOccurrences(of: "{provider}", with: method.rawValue)
        case .password: path = APIRoute.password
        }
        try await delete(path, bearer: session.accessToken)
    }

    /// Carries out the user's decision by `POST /v1/me/merge`.
    package func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        let answer: LinkResponse = try await post(
            APIRoute.merge, body: MergeRequest(ticket: ticket, choice: choice).json, bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }

    /// Undoes a merge by `POST /v1/me/merge/undo`.
    package func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        let answer: LinkResponse = try await post(APIRoute.undoMerge, body: [:], bearer: session.accessToken)
        return Upgrade(answer, at: clock.now)
    }
}

extension AuthError {
    package static let linksOnly = AuthError(
        .invalidRequest, "the code was requested for linking and cannot be used to sign in")
    static let noNonce = AuthError(.invalidNonce, "the ID token was issued without a nonce of the server")
}
