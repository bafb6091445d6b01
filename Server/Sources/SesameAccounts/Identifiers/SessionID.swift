/// A session's id: 26 lowercase letters and digits. ``SessionSeed`` documents its contents.
package struct SessionID: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Creates an id from its stored or presented form, which is not validated.
    package init(_ description: String) {
        self.description = description
    }
}
