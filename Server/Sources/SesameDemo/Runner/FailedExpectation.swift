package import SesameText

/// The error of an expectation that was not met, with the expected and the actual value.
package struct FailedExpectation: Error, Sendable {
    /// The description of the expectation.
    package let fact: Text
    package let expected: String
    /// The actual value as text.
    package let seen: String

    package init(_ fact: Text, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
