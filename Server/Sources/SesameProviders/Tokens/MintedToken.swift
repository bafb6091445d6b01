package import SesameCore

/// A token and what stands in it.
package struct MintedToken: Sendable {
    /// The compact JWS.
    package let idToken: String
    package let header: JSONObject
    package let claims: JSONObject
    /// The code that Apple's sheet gives beside the token, for the token endpoint; nil at Google and in batches.
    package internal(set) var authorizationCode: String?
}
