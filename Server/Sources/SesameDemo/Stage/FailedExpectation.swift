package import SesameText

/// Something that was to be seen, and what was seen in its place.
package struct FailedExpectation: Error, Sendable {
    /// The fact that should hold.
    package let fact: Text
    /// The expected value.
    package let expected: String
    /// The seen value.
    package let seen: String

    /// Makes the value.
    package init(_ fact: Text, expected: String, seen: String) {
        self.fact = fact
        self.expected = expected
        self.seen = seen
    }
}
