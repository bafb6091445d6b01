/// A value that must reach its receiver and nothing else: a token, a code, a nonce, a key.
///
/// Whatever prints it (`print`, `dump`, a mirror, string interpolation, a log) shows `‹redacted›`;
/// the value itself is read by ``exposed``, a word that a reviewer can search for.
public struct Secret: Sendable, Hashable {
    /// The secret itself. Hand it to the receiver; never to a log, an error or a URL.
    public let exposed: String

    /// Wraps a secret value.
    public init(_ exposed: String) {
        self.exposed = exposed
    }
}

extension Secret {
    /// Returns true if two secrets are the same bytes, in a time that depends on their lengths alone.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (left.exposed.utf8, right.exposed.utf8)
        return left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Secret: Redacted {
    /// Always `‹redacted›`.
    public var description: String { "‹redacted›" }
}
