import SesameCore
import Testing

/// Expects the operation to throw an error with this code, and returns the error.
@discardableResult
func expectError(
    _ code: AuthError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async -> AuthError? {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { try await operation() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
