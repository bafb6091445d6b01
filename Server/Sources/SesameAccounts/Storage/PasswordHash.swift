/// A password as it is kept: hashed, with the algorithm and its parameters in one text.
package struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text, as storage keeps it.
    package let text: String

    /// Takes a hash as it was made or stored.
    package init(_ text: String) {
        self.text = text
    }

    /// Always `‹redacted›`.
    package var description: String { "‹redacted›" }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
