import SesameAccounts

/// A provider's endpoints for a sign-in in a browser.
package struct OAuthEndpoints: Sendable, Hashable {
    /// The URL of the page on which the user signs in at the provider (RFC 6749 section 3.1).
    package let authorization: String
    /// The token endpoint, at which a code is exchanged for an ID token.
    package let token: String
    /// The endpoint that revokes tokens (RFC 7009); nil for a provider without one.
    package let revocation: String?

    package init(authorization: String, token: String, revocation: String? = nil) {
        self.authorization = authorization
        self.token = token
        self.revocation = revocation
    }

    package static let google = OAuthEndpoints(
        authorization: "https://accounts.google.com/o/oauth2/v2/auth", token: "https://oauth2.googleapis.com/token",
        revocation: "https://oauth2.googleapis.com/revoke")
    package static let apple = OAuthEndpoints(
        authorization: "https://appleid.apple.com/auth/authorize", token: "https://appleid.apple.com/auth/token",
        revocation: "https://appleid.apple.com/auth/revoke")
}
