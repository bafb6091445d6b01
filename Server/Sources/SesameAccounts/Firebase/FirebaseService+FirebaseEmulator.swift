extension FirebaseService {
    /// Sends a code as ``CodeService/sendCode(_:of:context:)`` does, and returns it, because an emulator lists its
    /// codes for tests; nil if no account can use it.
    package func sendEmulatorCode(
        _ order: OneTimeCodeRequest, of app: App, context: RequestContext
    ) async throws(AccountError) -> IssuedCode? {
        guard firebaseProjects.isEmulator else { throw .noFirebase }
        return try await codes.make(order, of: app, isSent: true, context: context)
    }
}
