import SesameCore
import Testing

/// Expects the operation to throw an error with this code.
func expectError(
    _ code: AuthError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { try await operation() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
