import SesameCore
import SesameTokens
import SesameWire

/// Makes the tokens of one order: all that they share is at hand, so that a token costs little but its signature.
struct TokenPress: Sendable {
    let dialect: any ProviderDialect
    let client: ProviderClient
    let people: DevelopmentPeople
    let order: TokenOrder
    let effects: [FaultEffect]
    let key: ProviderKey
    /// Seconds since 1970.
    let issuedAt: Int
    let random: @Sendable (Int) -> [UInt8]
    /// Of the code or token that comes with it; a random one if nil.
    var accompanyingHash: String?

    func token(for person: TokenOrder.Person) throws(ProviderError) -> MintedToken {
        try token(of: try people.person(person, team: client.team))
    }

    func token(of person: DevelopmentPerson) throws(ProviderError) -> MintedToken {
        let header = dialect.header(keyID: key.keyID).overridden(by: order.header)
        let claims = claims(for: person)
        return MintedToken(
            idToken: try key.token(header: header, claims: claims, signature: order.signature), header: header,
            claims: claims)
    }

    /// The provider's claims, what the faults make of them, and over both the order's own.
    private func claims(for person: DevelopmentPerson) -> JSONObject {
        let nonce: String? =
            switch order.nonce {
            case .claim(let nonce): nonce
            case .raw(let nonce): dialect.nonceClaim(raw: nonce)
            case nil: nil
            }
        let draft = TokenDraft(
            client: client, person: person, nonce: nonce, issuedAt: issuedAt,
            expiresAt: issuedAt + (order.expiresIn ?? dialect.lifetime),
            accompanyingHash: accompanyingHash ?? Base64URL.encode(random(16)))
        var claims = dialect.claims(draft)
        for effect in effects { effect.spoil(&claims, of: dialect) }
        return claims.overridden(by: order.claims)
    }
}

extension JSONObject {
    /// These members with others set over them; null takes one away.
    func overridden(by overrides: JSONObject) -> JSONObject {
        var result = self
        for member in overrides.members {
            if member.value.isNull { result.remove(member.name) } else { result[member.name] = member.value }
        }
        return result
    }
}
