public import SesameCore

/// A token and what stands in it.
public struct MintedToken: Sendable {
    /// The compact JWS.
    public let idToken: String
    /// Its header.
    public let header: JSONObject
    /// Its claims.
    public let claims: JSONObject
}
