package import SesameText

/// Something that was to be seen, and what was seen in its place.
package struct FailedExpectation: Error, Sendable {
    /// What was to be true.
    package let fact: Text
    /// What was expected.
    package let expected: String
    /// What was seen.
    package let seen: String

    /// Makes the value.
    package init(_ fact: Text, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
