package import SesameCore

/// A minted ID token with its header and claims.
package struct MintedToken: Sendable {
    /// The token as a signed JWT.
    package let idToken: String
    package let header: JSONObject
    package let claims: JSONObject
    /// The authorization code that Apple's sheet returns with the token, for the token endpoint; nil at Google and in
    /// batches.
    package internal(set) var authorizationCode: String?
}
