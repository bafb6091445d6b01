public import Sesame

/// The screens of an app with second factors.
public struct SecondFactors: Sendable {
    let auth: AuthManager

    /// The screens of that app.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.manage
    /// "Add an authenticator app": show the address as a picture, and the key for those who type it.
    public func begin() async throws(AuthError) -> SecondFactorSetup {
        try await auth.beginSecondFactor(.authenticator())
    }

    /// The app shows its first code: from now on it is asked for. Show the recovery codes, which nobody can show again.
    public func add(_ code: String) async throws(AuthError) -> [Secret] {
        try await auth.addSecondFactor(.authenticator(), code: Secret(code))
        return try await auth.makeRecoveryCodes()
    }

    /// "Take it away", with a fresh code of it where the last sign-in is too long ago.
    public func remove(_ factor: SecondFactorInfo, showing code: String?) async throws(AuthError) {
        let proof = code.map { AuthCredential.secondFactor(SecondFactorProof(.code(Secret($0)))) }
        try await auth.removeSecondFactor(factor.id, confirmedBy: proof)
    }
    // snippet.end
}
