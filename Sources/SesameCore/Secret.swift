/// A value that must reach only its recipient: a token, a code, a nonce or a key.
///
/// All printed forms (`print`, `dump`, a mirror, string interpolation, a log) show `‹redacted›`. Read the value itself
/// by ``exposed``, a word that a reviewer can search for.
public struct Secret: Sendable, Hashable {
    /// The secret itself. Pass it to the recipient, never to a log, an error or a URL.
    public let exposed: String

    /// Wraps a value, which is then printed only as `‹redacted›`.
    public init(_ exposed: String) {
        self.exposed = exposed
    }
}

extension Secret {
    /// Returns true if two secrets have the same bytes, in a time that depends only on their lengths.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (left.exposed.utf8, right.exposed.utf8)
        return left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Secret: Redacted {
    /// The text `‹redacted›`.
    public var description: String { "‹redacted›" }
}
