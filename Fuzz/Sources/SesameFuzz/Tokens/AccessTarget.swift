import SesameCore
import SesameTokens
import SesameWire

/// A fuzz target for Sesame's own access tokens with any claims and a valid signature. The verifier must accept a token
/// if and only if a second implementation of the rules accepts it.
struct AccessTarget: FuzzTarget {
    private let key: FuzzKey
    private let keys: JSONWebKeySet
    private let verifier = AccessTokenVerifier(issuer: "https://sign-in.test")

    init() throws {
        key = try FuzzKey()
        keys = JSONWebKeySet([key.publicKey])
    }

    func run(_ input: [UInt8]) {
        let claims = (try? JSONValue(parsing: input))?.object
        let token = key.token(type: AccessTokenClaims.type, payload: input)
        let isDue = token.count <= 16_384 && claims.map(mayEnter) == true
        for audience in [nil, "couple"] {
            let accepted = verified(token, audience)
            let isForIt = audience == nil || claims?["aud"] == "couple"
            check((accepted != nil) == (isDue && isForIt), "accepted if the rules say so")
            if let accepted, let claims { requireTrue(accepted, claims) }
        }
        check(verified(key.token(type: "JWT", payload: input), nil) == nil, "a token of another type is none")
    }

    private func verified(_ token: [UInt8], _ audience: String?) -> AccessTokenClaims? {
        try? verifier.verify(token, keys: keys, audience: audience, now: TokenTime.now)
    }

    private func mayEnter(_ claims: JSONObject) -> Bool {
        let now = TokenTime.seconds
        guard claims["iss"] == "https://sign-in.test",
            ["aud", "sub", "sid", "jti"].allSatisfy({ claims[$0]?.string.map(\.isEmpty) == false }),
            TokenTime.digits(claims["gen"]) != nil, TokenTime.time(claims["auth_time"]) != nil,
            let issued = TokenTime.time(claims["iat"]), let expiry = TokenTime.time(claims["exp"])
        else { return false }
        return issued <= now + 60 && expiry > now
            && TokenTime.allows(claims["nbf"]) { TokenTime.time($0).map { $0 <= now } ?? false }
    }

    private func requireTrue(_ accepted: AccessTokenClaims, _ claims: JSONObject) {
        let texts = [
            ("aud", accepted.audience), ("sub", accepted.subject), ("sid", accepted.sessionID),
            ("jti", accepted.tokenID),
        ]
        for (name, text) in texts { check(claims[name] == .string(text), "\(name) is the token's") }
        check(claims["gen"] == .integer(accepted.generation), "the generation is the token's")
        let again = key.token(type: AccessTokenClaims.type, payload: accepted.payload())
        check(verified(again, nil) == accepted, "claims say the same when signed again")
    }

    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? { Self.claims.mutate(input, seed: seed) }

    private static let claims = JSONMutator(
        values: TokenTime.values + [
            #""https://sign-in.test""#, #""https://sign-in.test/""#, #""couple""#, #""castmate""#, #"["couple"]"#, "1",
        ],
        names: ["iss", "aud", "client_id", "sub", "sid", "jti", "gen", "iat", "exp", "nbf", "auth_time"])
}
