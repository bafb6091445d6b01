public import SesameCore

/// Signing in with a credential, or by a sheet, of the app's own: what a sign-in screen needs of ``AuthManager``.
public protocol SignInPerforming: Sendable {
    /// A fresh nonce for a provider's token, good once and for that purpose alone.
    func nonce(for purpose: CredentialPurpose) async throws(AuthError) -> Nonce

    /// Signs in with a credential that the source gets from the person.
    /// - Parameters:
    ///   - role: The role that the person chose before, in apps with roles; nil takes the source's own.
    ///   - replacingGuest: True to leave a guest's account behind. Nobody reaches it again.
    @discardableResult
    func signIn(
        using source: some CredentialSource, role: String?, replacingGuest: Bool
    ) async throws(AuthError) -> SignIn

    /// Signs in with a credential. A person who was signed in is signed out.
    /// - Parameter replacingGuest: True to leave a guest's account behind. Nobody reaches it again.
    @discardableResult
    func signIn(with credential: AuthCredential, replacingGuest: Bool) async throws(AuthError) -> SignIn

    /// Has a code sent that signs in whoever types it, to an address, or to a number with its country code.
    /// - Parameter language: That of the message, for example `fr`; nil takes the app's.
    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode
}

extension SignInPerforming {
    /// Signs in with a credential that the source gets from the person. A guest keeps their account.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> SignIn {
        try await signIn(using: source, role: nil, replacingGuest: false)
    }

    /// Signs in with a credential. A guest keeps their account.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await signIn(with: credential, replacingGuest: false)
    }

    /// The request of an app that asks a ``CredentialSource`` by itself, to confirm who is signed in, for example.
    /// - Parameter role: The role that the person chose before, for a source that looks at it. Whoever makes the credential
    ///   of a provider's token by hand puts the role in there.
    public func request(for purpose: CredentialPurpose, role: String? = nil) -> CredentialRequest {
        CredentialRequest(role: role, purpose: purpose) { () async throws(AuthError) in try await nonce(for: purpose) }
    }
}

/// Other ways to sign in to the account: what a page of sign-in methods needs of ``AuthManager``.
public protocol AccountLinking: Sendable {
    /// Links a credential that the source gets from the person to the account that is signed in.
    /// - Parameters:
    ///   - role: The role of a guest who signs up so, in apps with roles; nil takes the source's own.
    ///   - profile: Fields of a guest who signs up so. Nobody else's are changed.
    ///   - onConflict: The fate of a credential that has an account of its own.
    @discardableResult
    func upgrade(
        using source: some CredentialSource, role: String?, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Links a credential to the account that is signed in.
    /// - Parameters:
    ///   - profile: Fields of a guest who signs up so. Nobody else's are changed.
    ///   - onConflict: The fate of a credential that has an account of its own.
    @discardableResult
    func upgrade(
        with credential: LinkableCredential, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Takes a provider's way to sign in from the account, unless it is the only one.
    @discardableResult
    func unlink(_ method: LinkedMethod, confirmedBy credential: AuthCredential?) async throws(AuthError) -> UserAuthInfo

    /// Carries out what the person decided about a credential that has an account of its own.
    @discardableResult
    func settle(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade

    /// Makes two accounts again of the one that they were merged into.
    @discardableResult
    func undoMerge(confirmedBy credential: AuthCredential?) async throws(AuthError) -> Upgrade
}

/// Passwords: what their forms need of ``AuthManager``.
public protocol PasswordManaging: Sendable {
    /// Has a mail sent by which whoever reads the address's mail chooses another password.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the app's.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)

    /// Has a mail sent to the address of whoever is signed in, by which they show that it is theirs.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the app's.
    func sendVerification(language: String?) async throws(AuthError)

    /// Gives the account that is signed in another password.
    /// - Parameter current: The password as it is now; without it the sign-in must be one of the last minutes.
    func changePassword(to password: Secret, current: Secret?) async throws(AuthError)
}

/// Second factors: what a page for two-step verification needs of ``AuthManager``.
public protocol SecondFactorManaging: Sendable {
    /// Has a code sent to a phone, for a sign-in that waits for it.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    func sendSecondFactorText(
        toSignInWith ticket: Secret, factor: String?, language: String?
    ) async throws(AuthError)

    /// Has a code sent to a phone of whoever is signed in, by which they prove again who they are.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    func sendSecondFactorText(factor: String?, language: String?) async throws(AuthError)

    /// The second factors of whoever is signed in, the kinds that they may add, and how many recovery codes are left.
    func secondFactors() async throws(AuthError) -> SecondFactorStatus

    /// Begins to add a second factor.
    /// - Parameters:
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    ///   - credential: A fresh proof of the same person, where one was asked for.
    func beginSecondFactor(
        _ factor: NewSecondFactor, language: String?, confirmedBy credential: AuthCredential?
    ) async throws(AuthError) -> SecondFactorSetup

    /// Adds the second factor that was begun, by its first code.
    @discardableResult
    func addSecondFactor(_ factor: NewSecondFactor, code: Secret) async throws(AuthError) -> SecondFactorInfo

    /// Takes a second factor away.
    func removeSecondFactor(_ id: String, confirmedBy credential: AuthCredential?) async throws(AuthError)

    /// Makes recovery codes, in place of those before. Nobody can be shown them again.
    func makeRecoveryCodes(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [Secret]
}

/// Data that the server keeps about the person, and their sessions: the needs of a page about data and devices.
public protocol AccountManaging: Sendable {
    /// All that the server keeps about the person, as a JSON document for them.
    func exportAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [UInt8]

    /// The sessions of the account that is signed in, newest first: the places where its person is signed in.
    func sessions() async throws(AuthError) -> [AccountSession]

    /// Ends a session of the account, as on a device that was lost. The session of this device is signed out.
    func endSession(_ ended: AccountSession, confirmedBy credential: AuthCredential?) async throws(AuthError)

    /// Ends all sessions of the account but this device's.
    func endOtherSessions(confirmedBy credential: AuthCredential?) async throws(AuthError)
}
