import SesameCore
import SesameTokens
import SesameWire

/// A refresh token of Firebase's protocol: derived and not stored, and constant for the lifetime of its session.
///
/// A token is `fb_` and the base64url form of: version (1 byte), session id (26 bytes), the claims of the session's
/// custom token as JSON, and the HMAC-SHA-256 of all these bytes. Every use checks that the session is still valid.
struct FirebaseRefreshToken: Equatable {
    let session: SessionID
    let claims: JSONObject

    private static let prefix = "fb_"
    private static let version: UInt8 = 1
    private static let idLength = 26
    private static let macLength = 32

    init(session: SessionID, claims: JSONObject = [:]) {
        self.session = session
        self.claims = claims
    }

    /// Parses a presented token; nil unless it was issued with this key.
    init?(_ presented: Secret, key: DerivedKey) {
        let text = Array(presented.exposed.utf8)
        guard text.starts(with: Self.prefix.utf8), let bytes = Base64URL.decode(text.dropFirst(Self.prefix.utf8.count)),
            bytes.count >= 1 + Self.idLength + Self.macLength, bytes[0] == Self.version
        else { return nil }
        let body = bytes.dropLast(Self.macLength)
        guard key.isCode(bytes.suffix(Self.macLength), of: body) else { return nil }
        session = SessionID(String(decoding: body[1..<(1 + Self.idLength)], as: UTF8.self))
        let rest = Array(body.dropFirst(1 + Self.idLength))
        guard !rest.isEmpty else {
            claims = [:]
            return
        }
        guard let claims = (try? JSONValue(parsing: rest))?.object else { return nil }
        self.claims = claims
    }

    func text(key: DerivedKey) -> Secret {
        var bytes = [Self.version] + Array(session.description.utf8)
        if !claims.isEmpty { bytes += claims.serialized() }
        return Secret(Self.prefix + Base64URL.encode(bytes + key.code(for: bytes)))
    }
}
