package import SesameText

/// The error of an expectation that was not met.
package struct FailedExpectation: Error, Sendable {
    /// The description of the expectation.
    package let fact: Text
    /// The expected value as text.
    package let expected: String
    /// The actual value as text.
    package let seen: String

    /// Creates an error with these values.
    package init(_ fact: Text, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
