public import Sesame

/// The screens of an app with second factors.
public struct SecondFactors: Sendable {
    let auth: AuthManager

    /// Creates the screens with the app's manager.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.manage
    /// Starts the enrollment of an authenticator app ("Add an authenticator app"). Show the URL as a QR code, and the
    /// key for manual entry.
    public func begin() async throws(AuthError) -> SecondFactorSetup {
        try await auth.startSecondFactorEnrollment(.authenticator())
    }

    /// Adds the authenticator app by its first code, and returns the recovery codes, which must be shown now because
    /// they cannot be shown again. After this call, sign-ins require the factor.
    public func add(_ code: String) async throws(AuthError) -> [Secret] {
        try await auth.finishSecondFactorEnrollment(.authenticator(), code: Secret(code))
        return try await auth.generateRecoveryCodes()
    }

    /// Removes a second factor ("Remove"), with one of its codes if the last sign-in is too long ago.
    public func remove(_ factor: SecondFactorInfo, showing code: String?) async throws(AuthError) {
        let proof = code.map { AuthCredential.secondFactor(SecondFactorProof(.code(Secret($0)))) }
        try await auth.removeSecondFactor(factor.id, confirmedBy: proof)
    }
    // snippet.end
}
