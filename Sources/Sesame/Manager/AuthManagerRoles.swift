public import SesameCore

/// Sign-in with the app's own credential or sheet: the part of ``AuthManager`` that a sign-in screen needs.
public protocol SignInPerforming: Sendable {
    /// Returns a fresh nonce for a provider's token, valid once. A nonce for linking is valid only for the current
    /// session.
    func nonce(for purpose: CredentialPurpose) async throws(AuthError) -> Nonce

    /// Signs in with a credential that the source gets from the user.
    /// - Parameters:
    ///   - role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - replacingGuest: True to abandon a guest's account, which can never be reached again.
    @discardableResult
    func signIn(
        using source: some CredentialSource, role: String?, replacingGuest: Bool
    ) async throws(AuthError) -> SignIn

    /// Signs in with a credential, and ends the session of a user who was signed in before. A guest keeps their account
    /// unless `replacingGuest` is true.
    /// - Parameter replacingGuest: True to abandon a guest's account, which can never be reached again.
    @discardableResult
    func signIn(with credential: AuthCredential, replacingGuest: Bool) async throws(AuthError) -> SignIn

    /// Sends a sign-in code to an email address, or to a phone number with its country code.
    /// - Parameter language: The language of the message, for example `fr`; nil for the app's.
    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode
}

extension SignInPerforming {
    /// Signs in with a credential that the source gets from the user. A guest keeps their account.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> SignIn {
        try await signIn(using: source, role: nil, replacingGuest: false)
    }

    /// Signs in with a credential. A guest keeps their account.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await signIn(with: credential, replacingGuest: false)
    }

    /// Creates the request for an app that calls a ``CredentialSource`` itself, for example to confirm the signed-in
    /// user.
    /// - Parameter role: The role that the user has chosen, for a source that puts it into its credential. An app that
    ///   creates the credential itself sets the role in that credential.
    public func request(for purpose: CredentialPurpose, role: String? = nil) -> CredentialRequest {
        CredentialRequest(role: role, purpose: purpose) { () async throws(AuthError) in try await nonce(for: purpose) }
    }
}

/// Linking of sign-in methods: the part of ``AuthManager`` that a page of sign-in methods needs.
public protocol AccountLinking: Sendable {
    /// Links a credential that the source gets from the user to the signed-in account.
    /// - Parameters:
    ///   - role: The role of a guest who signs up this way, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - profile: The fields of a guest who signs up this way. Other profiles do not change.
    ///   - onConflict: The policy for a credential that has its own account.
    @discardableResult
    func upgrade(
        using source: some CredentialSource, role: String?, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Links a credential to the signed-in account.
    /// - Parameters:
    ///   - profile: The fields of a guest who signs up this way. Other profiles do not change.
    ///   - onConflict: The policy for a credential that has its own account.
    @discardableResult
    func upgrade(
        with credential: LinkableCredential, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Removes a sign-in method from the account, unless it is the only one. Returns the user with the remaining
    /// methods.
    @discardableResult
    func unlink(_ method: LinkedMethod, confirmedBy credential: AuthCredential?) async throws(AuthError) -> UserAuthInfo

    /// Carries out the user's decision about a credential that has its own account.
    @discardableResult
    func resolveConflict(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade

    /// Undoes the merge of two accounts, until ``Upgrade/undoableUntil``.
    @discardableResult
    func undoMerge(confirmedBy credential: AuthCredential?) async throws(AuthError) -> Upgrade
}

/// Password management: the part of ``AuthManager`` that password forms need.
public protocol PasswordManaging: Sendable {
    /// Sends an email that lets its reader reset the password.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)

    /// Sends an email that lets the signed-in user verify their address.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    func sendVerification(language: String?) async throws(AuthError)

    /// Changes the password of the signed-in account.
    /// - Parameter current: The current password; without it the last sign-in must be a few minutes old at most.
    ///   Appwrite always requires it if the account has a password.
    func changePassword(to password: Secret, current: Secret?) async throws(AuthError)
}

/// Second-factor management: the part of ``AuthManager`` that a page for two-step verification needs.
public protocol SecondFactorManaging: Sendable {
    /// Sends a second-factor code to a phone, to continue the sign-in with the given ticket.
    /// - Parameters:
    ///   - factor: The phone's factor id; nil if the account has only one.
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    func sendSecondFactorCode(
        toSignInWith ticket: Secret, factor: String?, language: String?
    ) async throws(AuthError)

    /// Sends a code to a phone of the signed-in user, to confirm an action.
    /// - Parameters:
    ///   - factor: The phone's factor id; nil if the account has only one.
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    func sendSecondFactorCode(factor: String?, language: String?) async throws(AuthError)

    /// Returns the second factors of the signed-in user, the kinds that they may add, and the number of remaining
    /// recovery codes.
    func secondFactors() async throws(AuthError) -> SecondFactorStatus

    /// Begins to add a second factor. The factor is active after ``finishSecondFactorEnrollment(_:code:)``.
    /// - Parameters:
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    ///   - credential: A fresh credential of the same user, if one was required.
    func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, language: String?, confirmedBy credential: AuthCredential?
    ) async throws(AuthError) -> SecondFactorSetup

    /// Adds the pending second factor with its first code. Every later sign-in requires a second factor.
    @discardableResult
    func finishSecondFactorEnrollment(_ factor: NewSecondFactor, code: Secret) async throws(AuthError)
        -> SecondFactorInfo

    /// Removes a second factor. A Sesame server removes the recovery codes with the last factor.
    func removeSecondFactor(_ id: String, confirmedBy credential: AuthCredential?) async throws(AuthError)

    /// Creates recovery codes that replace the earlier ones. The codes cannot be shown again.
    func generateRecoveryCodes(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [Secret]
}

/// Account management: the part of ``AuthManager`` that a page about the user's data and devices needs.
public protocol AccountManaging: Sendable {
    /// Returns the back end's data about the signed-in user's account, as a JSON document.
    func exportAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [UInt8]

    /// Returns the live sessions of the signed-in account, newest first.
    func sessions() async throws(AuthError) -> [AccountSession]

    /// Ends a session of the account, for example on a lost device. Signs the user out if it is this device's session.
    func endSession(_ ended: AccountSession, confirmedBy credential: AuthCredential?) async throws(AuthError)

    /// Ends all sessions of the account but this device's.
    func endOtherSessions(confirmedBy credential: AuthCredential?) async throws(AuthError)
}
