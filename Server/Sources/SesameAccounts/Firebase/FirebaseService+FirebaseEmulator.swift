extension FirebaseService {
    /// Creates a code and its message, and returns the code, because an emulator lists its codes for tests; nil if no
    /// account can use the code. Unlike ``CodeService/sendCode(_:of:context:)``, it needs no message service.
    package func sendEmulatorCode(
        _ order: OneTimeCodeRequest, of app: App, context: RequestContext
    ) async throws(AccountError) -> IssuedCode? {
        guard firebaseProjects.isEmulator else { throw .noFirebase }
        return try await codes.make(order, of: app, isSent: true, context: context)
    }
}
