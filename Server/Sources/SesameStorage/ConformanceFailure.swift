/// An engine did not do what the port says.
package struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The expectation, and what was seen.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Holds when both are the same to the byte: `==` alone takes canonically equivalent strings for equal.
func expect<Value: Equatable>(_ actual: Value, is expected: Value, _ what: String) throws(ConformanceFailure) {
    let isSame = actual == expected && String(reflecting: actual).utf8.elementsEqual(String(reflecting: expected).utf8)
    guard isSame else {
        throw ConformanceFailure("\(what): expected \(String(reflecting: expected)), saw \(String(reflecting: actual))")
    }
}

/// Holds when the condition does.
func expect(_ condition: Bool, _ what: String) throws(ConformanceFailure) {
    guard condition else { throw ConformanceFailure(what) }
}
