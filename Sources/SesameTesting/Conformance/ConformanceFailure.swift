import SesameCore

/// The failure of an implementation to meet its protocol.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The unmet expectation, with the expected and the observed value if values were compared.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a failure with the description `what` unless the condition is true.
func expect(_ condition: Bool, _ what: String) throws(ConformanceFailure) {
    guard condition else { throw ConformanceFailure(what) }
}

/// Throws unless both values are equal and their debug descriptions have the same bytes, because `==` alone treats
/// canonically equivalent strings as equal.
func expect<Value: Equatable>(_ actual: Value, is expected: Value, _ what: String) throws(ConformanceFailure) {
    let isSame = actual == expected && String(reflecting: actual).utf8.elementsEqual(String(reflecting: expected).utf8)
    try expect(isSame, "\(what): expected \(String(reflecting: expected)), got \(String(reflecting: actual))")
}

/// Returns the error that the operation throws; throws a failure unless the error has one of the codes.
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
        throw ConformanceFailure("\(what): expected \(names), got \(error)")
    }
    throw ConformanceFailure("\(what): expected \(names), but the call succeeded")
}
