/// A hashed password, with the algorithm and its parameters in one text.
package struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The hash as stored: an Argon2id hash in PHC format, or JSON for a hash imported from another system.
    package let text: String

    /// Creates a value from the text of an existing hash; the text is not hashed.
    package init(_ text: String) {
        self.text = text
    }

    /// The fixed text `‹redacted›`, so that no log contains the hash.
    package var description: String { "‹redacted›" }

    /// A mirror without children, so that no dump contains the hash.
    package var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
