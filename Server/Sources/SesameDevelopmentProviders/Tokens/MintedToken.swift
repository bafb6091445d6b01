package import SesameCore

/// A token with its decoded content.
package struct MintedToken: Sendable {
    /// The compact JWS.
    package let idToken: String
    package let header: JSONObject
    package let claims: JSONObject
    /// The authorization code that Apple's sheet returns beside the token, for the token endpoint; nil at Google and in
    /// batches.
    package internal(set) var authorizationCode: String?
}
