import Foundation
import Sesame
import SesameCore
import SesameWire

extension FirebaseAuthService {
    /// Calls a method of `accounts`, and returns the object of its response.
    ///
    /// - Parameters:
    ///   - method: The method, for example `lookup` or `mfaSignIn:finalize`. Methods for second factors belong to
    ///     version 2.
    ///   - language: The language of the messages sent to the user.
    ///   - answer: A function that returns the object to use in place of an error with status 400; nil to throw the
    ///     error.
    func post(
        _ method: String, _ body: JSONObject, _ purpose: IdentityToolkitErrors.Purpose, language: String? = nil,
        readingAs answer: (GoogleAPIError) -> JSONObject? = { _ in nil }
    ) async throws(AuthError) -> (json: JSONObject, response: TransportResponse) {
        let path = method.hasPrefix("mfa") ? "v2/accounts/\(method)" : "v1/accounts:\(method)"
        let response = try await requests.post(.identity(path), body, language: language)
        guard response.status == 200 else {
            if response.status == 400, let json = GoogleAPIError(response).flatMap(answer) { return (json, response) }
            throw IdentityToolkitErrors.error(response, purpose)
        }
        guard let json = response.json?.object else { throw .foreign(response) }
        return (json, response)
    }

    /// Calls a method of `accounts` that returns tokens. Throws `secondFactorRequired` with a challenge if the tokens
    /// require a second factor.
    func tokens(
        _ method: String, _ body: JSONObject, _ purpose: IdentityToolkitErrors.Purpose
    ) async throws(AuthError) -> IdentityToolkitResponse {
        let (json, response) = try await post(method, body, purpose)
        // Some errors have status 200.
        if let name = json["errorMessage"]?.string {
            throw IdentityToolkitErrors.error(GoogleAPIError(name: name), response, purpose)
        }
        // Firebase's SDKs check if the member exists, regardless of its value.
        if json["needConfirmation"] != nil { throw .belongsToOtherWay(json["verifiedProvider"]?.array ?? []) }
        if let error = FirebaseSecondStep.error(json) { throw error }
        guard let answer = IdentityToolkitResponse(account: json) else { throw .foreign(response) }
        return answer
    }

    /// Exchanges the refresh token for new tokens by `v1/token`.
    func tokens(for refreshToken: Secret) async throws(AuthError) -> IdentityToolkitResponse {
        let response = try await requests.post(
            .token, form: [("grant_type", "refresh_token"), ("refresh_token", refreshToken.exposed)])
        guard response.status == 200 else { throw IdentityToolkitErrors.error(response, .refresh) }
        guard let answer = response.json?.object.flatMap({ IdentityToolkitResponse(token: $0) }) else {
            throw .foreign(response)
        }
        return answer
    }

    /// Signs in with a provider's token by `accounts:signInWithIdp`.
    func signIn(_ proof: IdpCredential) async throws(AuthError) -> SignIn {
        let answer = try await tokens("signInWithIdp", proof.request, .signIn)
        return SignIn(session: try await session(answer, provider: proof.provider), isNewUser: answer.isNewUser)
    }

    /// Returns the session with new tokens and the same id. Throws `providerUnavailable` if the tokens belong to
    /// another account.
    func renew(_ session: Session, _ answer: IdentityToolkitResponse) throws(AuthError) -> Session {
        guard answer.uid.hasSameBytes(as: session.user.uid) else {
            throw AuthError(.providerUnavailable, "the response is about another account")
        }
        return answer.session(id: session.id, of: session.user, at: clock.now)
    }

    /// Returns a session with the response's tokens and Firebase's data about the user. If the lookup fails
    /// temporarily, the user is built from the token's claims.
    ///
    /// - Parameter provider: The provider of the sign-in; nil if unknown.
    func session(
        _ answer: IdentityToolkitResponse, id: String? = nil, provider: String? = nil
    ) async throws(AuthError) -> Session {
        let user: UserAuthInfo
        do throws(AuthError) {
            user = try await self.user(of: answer.idToken, uid: answer.uid)
        } catch {
            guard error.isTransient, error.code != .cancelled else { throw error }
            user = FirebaseUserDecoder.info(answer, provider: provider)
        }
        return answer.session(id: id, of: user, at: clock.now)
    }

    /// Returns the ID token's user by `accounts:lookup`. Throws `providerUnavailable` if the response is about another
    /// uid.
    func user(of idToken: Secret, uid: String) async throws(AuthError) -> UserAuthInfo {
        guard let user = FirebaseUserDecoder.info(try await account(of: idToken)), user.uid.hasSameBytes(as: uid) else {
            throw AuthError(.providerUnavailable, "the response is about another account")
        }
        return user
    }

    /// Returns all data that Firebase shows an account's owner, by `accounts:lookup`.
    func account(of idToken: Secret) async throws(AuthError) -> JSONObject {
        let (json, response) = try await post("lookup", ["idToken": .string(idToken.exposed)], .account)
        guard let user = json["users"]?.array?.first?.object else { throw .foreign(response) }
        return user
    }
}

extension AuthError {
    fileprivate static func belongsToOtherWay(_ providers: [JSONValue]) -> AuthError {
        let names = providers.compactMap(\.string).map(FirebaseUserDecoder.name).joined(separator: " or ")
        return AuthError(
            .providerRequired,
            "the email address already belongs to an account" + (names.isEmpty ? "" : "; sign in with \(names)"))
    }
}
