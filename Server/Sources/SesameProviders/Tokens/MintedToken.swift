public import SesameCore

/// A token and what stands in it.
public struct MintedToken: Sendable {
    /// The compact JWS.
    public let idToken: String
    /// Its header.
    public let header: JSONObject
    /// Its claims.
    public let claims: JSONObject
    /// The code that Apple's sheet gives beside the token, for the token endpoint; nil at Google and in batches.
    public internal(set) var authorizationCode: String?
}
