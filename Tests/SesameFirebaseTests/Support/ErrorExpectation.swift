import SesameCore
import Testing

/// Expects the operation to throw an error with that code; returns it.
@discardableResult
func expectError(
    _ code: AuthError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async -> AuthError? {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { try await operation() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
