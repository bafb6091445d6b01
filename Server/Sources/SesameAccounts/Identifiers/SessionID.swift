/// A session's id: 26 lower-case letters and digits, of which ``SessionSeed`` says what is in them.
package struct SessionID: Sendable, Hashable, CustomStringConvertible {
    /// The id.
    package let description: String

    /// Takes an id as it is stored or was presented.
    package init(_ description: String) {
        self.description = description
    }
}
