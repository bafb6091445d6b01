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

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `‹redacted›`.
    public var description: String { "‹redacted›" }

    /// Always `‹redacted›`.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
