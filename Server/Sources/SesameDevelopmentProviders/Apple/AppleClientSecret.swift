import SesameCore
import SesameTokens
import SesameWire

/// The JWT with which an Apple client authenticates, signed with its team's key.
struct AppleClientSecret {
    /// The maximum number of seconds from now until `exp`: six months, as Apple counts them.
    static let maxLifetime = 15_777_000
    private static let audience = "https://appleid.apple.com"

    private let token: CompactJWS
    private let claims: JSONObject

    /// Reads a client secret; nil if it is not a JWT.
    init?(_ text: String) {
        guard let token = try? CompactJWS(parsing: text), let claims = try? token.claims() else { return nil }
        self.token = token
        self.claims = claims
    }

    /// The team in the `iss` claim; nil if there is none.
    var team: String? { claims["iss"]?.string }

    /// Returns true if the claims match the client and the time, and one of the team's keys verifies the signature.
    /// `now` is in seconds since 1970.
    func isValid(for client: RegisteredClient, now: Int64) -> Bool {
        guard let keyID = token.header.keyID,
            let key = client.appleKeys.first(where: { $0.key.hasSameBytes(as: keyID) })?.value,
            Self.publicKey(key).map({ (try? token.verify(with: $0, algorithm: .es256)) != nil }) == true,
            claims["iss"]?.string?.hasSameBytes(as: client.team) == true,
            claims["sub"]?.string?.hasSameBytes(as: client.id) == true,
            claims["aud"]?.string?.hasSameBytes(as: Self.audience) == true,
            let issuedAt = claims["iat"]?.integer, let expiresAt = claims["exp"]?.integer
        else { return false }
        return issuedAt <= now && now < expiresAt && expiresAt <= now + Int64(Self.maxLifetime)
    }

    /// Returns a P-256 key from its raw form or its uncompressed X9.63 form; nil for any other bytes.
    private static func publicKey(_ bytes: [UInt8]) -> JSONWebKey? {
        let point = bytes.count == 65 && bytes[0] == 4 ? bytes.dropFirst() : bytes[...]
        guard point.count == 64 else { return nil }
        return try? JSONWebKey(p256X: Array(point.prefix(32)), y: Array(point.suffix(32)), keyID: nil)
    }
}
