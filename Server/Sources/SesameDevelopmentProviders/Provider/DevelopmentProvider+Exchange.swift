import Foundation
import SesameCore
import SesameWire

extension DevelopmentProvider {
    /// Returns the token response for an authorization code or a refresh token. Throws OAuth's error if either is not
    /// valid, or if the client cannot be authenticated.
    func exchange(_ request: ExchangeRequest) async throws(TokenEndpointError) -> JSONObject {
        let grantType = try dialect.grantType(of: request)
        let client = try dialect.client(of: request)
        switch grantType {
        case .authorizationCode:
            let code = try code(in: request, by: client)
            if code.redirectURI == nil { noteNativeConsent(code) }
            return dialect.body(
                of: try await issue(for: code.grant, nonce: code.nonce, withRefresh: code.givesRefreshToken))
        case .refreshToken:
            guard let text = request["refresh_token"] else { throw dialect.missing("refresh_token") }
            guard let token = grants.token(text, now: request.now), token.kind == .refresh,
                token.grant.clientID.hasSameBytes(as: client.id)
            else { throw dialect.refreshRefusal }
            // A refresh has no authorization request, and therefore no nonce.
            return dialect.body(of: try await issue(for: token.grant, nonce: nil, withRefresh: false))
        }
    }

    /// Revokes the consent to which a token belongs. Returns the response's JSON; nil for an empty response.
    func revoke(_ request: ExchangeRequest) throws(TokenEndpointError) -> JSONObject? {
        try dialect.revocation(of: request) { text, clientID in
            guard let token = grants.token(text, now: request.now),
                clientID.map(token.grant.clientID.hasSameBytes) != false
            else { return false }
            grants.revoke(token)
            return true
        }
    }

    private func code(
        in request: ExchangeRequest, by client: RegisteredClient
    ) throws(TokenEndpointError) -> IssuedAuthorizationCode {
        guard let text = request["code"] else { throw dialect.missing("code") }
        let redemption = grants.redeem(text, by: client.id, now: request.now)
        guard case .good(let code) = redemption else {
            throw dialect.refusal(of: redemption, clientID: client.id)
        }
        try dialect.check(code, in: request)
        return code
    }

    private func issue(
        for grant: Grant, nonce: String?, withRefresh: Bool
    ) async throws(TokenEndpointError) -> IssuedTokens {
        let access = newCredential(.access)
        let idToken: String
        do throws(ProviderError) {
            idToken = try await self.idToken(for: grant, nonce: nonce, with: .accessToken(access))
        } catch {
            throw TokenEndpointError("server_error", error.message, status: 500)
        }
        let now = clock.now
        grants.add(GrantToken(kind: .access, grant: grant, issuedAt: now), as: access)
        let refresh = withRefresh ? newCredential(.refresh) : nil
        if let refresh { grants.add(GrantToken(kind: .refresh, grant: grant, issuedAt: now), as: refresh) }
        return IssuedTokens(accessToken: access, refreshToken: refresh, idToken: idToken, scopes: grant.scopes)
    }

    /// Returns an ID token of the browser flow for a grant, bound to a code or an access token.
    func idToken(
        for grant: Grant, nonce: String?, with credential: CredentialHash
    ) async throws(ProviderError) -> String {
        var claims = dialect.browserClaims(credential, scopes: grant.scopes)
        if let audience = grant.audience { claims["aud"] = .string(audience) }
        let order = MintRequest(
            client: .clientID(grant.clientID), nonce: nonce.map(MintRequest.Nonce.claim), claims: claims)
        return try await press(for: order).token(of: grant.person).idToken
    }

    /// Stores the consent that the user gave on Apple's native sheet, so that Apple's page does not send the name
    /// again.
    private func noteNativeConsent(_ code: IssuedAuthorizationCode) {
        let grant = code.grant
        _ = grants.consent(
            Consent(
                holder: grant.holder, since: clock.now, scopes: grant.scopes, isOffline: false,
                hidesEmail: grant.person.hidesEmail))
    }
}
