/// A session's id: 26 lower-case letters and digits, of which ``SessionSeed`` says what is in them.
public struct SessionID: Sendable, Hashable, CustomStringConvertible {
    /// The id.
    public let description: String

    /// Takes an id as it is stored or was presented.
    public init(_ description: String) {
        self.description = description
    }
}
