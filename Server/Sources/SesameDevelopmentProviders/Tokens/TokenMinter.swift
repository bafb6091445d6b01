import SesameCore
import SesameTokens
import SesameWire

/// The minter of one request's tokens. It holds the client, the key and the other values that all tokens share, so that
/// a token costs little more than its signature.
struct TokenMinter: Sendable {
    let dialect: any ProviderDialect
    let client: ProviderClient
    let people: DevelopmentUsers
    let order: MintRequest
    let effects: [FaultEffect]
    let key: ProviderKey
    /// The time of issue, in seconds since 1970.
    let issuedAt: Int
    let random: @Sendable (Int) -> [UInt8]
    /// The hash of the code or access token that comes with the token; nil for a random one.
    var accompanyingHash: String?

    func token(for person: MintRequest.Person) throws(ProviderError) -> MintedToken {
        try token(of: try people.person(person, team: client.team))
    }

    func token(of person: DevelopmentUser) throws(ProviderError) -> MintedToken {
        let header = dialect.header(keyID: key.keyID).overridden(by: order.header)
        let claims = claims(for: person)
        return MintedToken(
            idToken: try key.token(header: header, claims: claims, signature: order.signature), header: header,
            claims: claims)
    }

    /// Returns the provider's claims, changed by the faults and then by the request's claims.
    private func claims(for person: DevelopmentUser) -> JSONObject {
        let nonce: String? =
            switch order.nonce {
            case .claim(let nonce): nonce
            case .raw(let nonce): dialect.nonceClaim(raw: nonce)
            case nil: nil
            }
        let draft = TokenInputs(
            client: client, person: person, nonce: nonce, issuedAt: issuedAt,
            expiresAt: issuedAt + (order.expiresIn ?? dialect.lifetime),
            accompanyingHash: accompanyingHash ?? Base64URL.encode(random(16)))
        var claims = dialect.claims(draft)
        for effect in effects { effect.spoil(&claims, of: dialect) }
        return claims.overridden(by: order.claims)
    }
}

extension JSONObject {
    /// Returns a copy in which the overrides replace or add members; null removes a member.
    func overridden(by overrides: JSONObject) -> JSONObject {
        var result = self
        for member in overrides.members {
            if member.value.isNull { result.remove(member.name) } else { result[member.name] = member.value }
        }
        return result
    }
}
