/// Something that was to be seen, and what was seen in its place.
public struct FailedExpectation: Error, Sendable {
    /// What was to be true.
    public let fact: Words
    /// What was expected.
    public let expected: String
    /// What was seen.
    public let seen: String

    /// Makes the value.
    public init(_ fact: Words, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
