/// A password as it is kept: hashed, with the algorithm and its parameters in one text.
public struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text, as storage keeps it.
    public let text: String

    /// Takes a hash as it was made or stored.
    public init(_ text: String) {
        self.text = text
    }

    /// Always `‹redacted›`.
    public var description: String { "‹redacted›" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
