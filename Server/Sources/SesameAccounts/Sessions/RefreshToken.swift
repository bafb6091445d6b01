import SesameCore
import SesameTokens

/// A refresh token: opaque to clients, and computed by the server instead of stored.
///
/// It consists of `rt_` and the base64url form of: version (1 byte), generation (4 bytes), session id (26 bytes), and
/// the HMAC-SHA-256 of all of them. The same generation always has the same token, so a repeated request gets the same
/// refresh token; a forged token is recognized without a database access.
struct RefreshToken: Equatable {
    let session: SessionID
    let generation: Int

    static let prefix = "rt_"
    private static let version: UInt8 = 1
    private static let idLength = 26
    private static let bodyLength = 1 + 4 + idLength
    private static let macLength = 32

    init(session: SessionID, generation: Int) {
        self.session = session
        self.generation = generation
    }

    /// Parses a presented token; returns nil if it was not created with the given key.
    init?(_ presented: Secret, key: DerivedKey) {
        let text = Array(presented.exposed.utf8)
        guard text.starts(with: Self.prefix.utf8),
            let bytes = Base64URL.decode(text.dropFirst(Self.prefix.utf8.count)),
            bytes.count == Self.bodyLength + Self.macLength, bytes[0] == Self.version
        else { return nil }
        let body = bytes.prefix(Self.bodyLength)
        guard key.isCode(bytes.suffix(Self.macLength), of: body) else { return nil }
        generation = bytes[1...4].reduce(0) { $0 << 8 | Int($1) }
        session = SessionID(String(decoding: bytes[5..<Self.bodyLength], as: UTF8.self))
    }

    /// Returns the token as the client receives it.
    func text(key: DerivedKey) -> Secret {
        var bytes: [UInt8] = [Self.version]
        bytes.reserveCapacity(Self.bodyLength + Self.macLength)
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: generation >> shift)) }
        bytes.append(contentsOf: session.description.utf8)
        bytes.append(contentsOf: key.code(for: bytes))
        return Secret(Self.prefix + Base64URL.encode(bytes))
    }
}
