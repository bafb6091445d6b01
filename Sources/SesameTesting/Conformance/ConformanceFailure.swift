import SesameCore

/// An implementation did not do what its port says.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The expectation, and what was seen.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Holds when the condition does.
func expect(_ condition: Bool, _ what: String) throws(ConformanceFailure) {
    guard condition else { throw ConformanceFailure(what) }
}

/// Holds when both are the same to the byte: `==` alone takes canonically equivalent strings for equal.
func expect<Value: Equatable>(_ actual: Value, is expected: Value, _ what: String) throws(ConformanceFailure) {
    let isSame = actual == expected && String(reflecting: actual).utf8.elementsEqual(String(reflecting: expected).utf8)
    try expect(isSame, "\(what): expected \(String(reflecting: expected)), saw \(String(reflecting: actual))")
}

/// Holds when the operation throws an error with one of the codes; returns the error.
@discardableResult
func expect(
    _ codes: Set<AuthError.Code>, _ what: String, _ operation: () async throws -> Void
) async throws(ConformanceFailure) -> AuthError {
    let names = codes.map(\.rawValue).sorted().joined(separator: " or ")
    do {
        try await operation()
    } catch let error as AuthError where codes.contains(error.code) {
        return error
    } catch {
        throw ConformanceFailure("\(what): expected \(names), saw \(error)")
    }
    throw ConformanceFailure("\(what): expected \(names), and it succeeded")
}
