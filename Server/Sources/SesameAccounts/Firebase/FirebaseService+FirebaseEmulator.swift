extension FirebaseService {
    /// Sends a code as ``sendCode(_:of:context:)`` does, and shows it: an emulator lists its codes for tests. Nil where it
    /// would help nobody.
    package func emulatedCode(
        _ order: CodeOrder, of app: App, context: RequestContext
    ) async throws(Refusal) -> IssuedCode? {
        guard firebaseProjects.isEmulator else { throw .noFirebase }
        return try await codes.make(order, of: app, isSent: true, context: context)
    }
}
