package import SesameText

/// An unmet expectation, with the value seen instead.
package struct FailedExpectation: Error, Sendable {
    /// The description of the expectation.
    package let fact: Text
    /// The expected value.
    package let expected: String
    /// The actual value.
    package let seen: String

    /// Creates an error with these values.
    package init(_ fact: Text, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
