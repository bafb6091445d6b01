public import SesameCore

/// What an app needs of ``AuthManager``, for apps that inject it.
public protocol AuthManagerProtocol: Sendable {
    /// What is known now about who uses the app.
    var state: AuthState { get }
    /// Who is signed in, as far as is known.
    var auth: UserAuthInfo? { get }
    /// The id at the server of the session that is used, as far as is known.
    var sessionID: String? { get }
    /// The current state, then each change. Every call makes a stream of its own.
    var states: AsyncStream<AuthState> { get }

    /// Nonces for providers' tokens that are to sign somebody in, or to confirm who is signed in. While a guest is
    /// signed in they are for a sign-in that keeps the guest's account.
    var nonces: NonceSource { get }

    /// Reads from the store who is signed in. Needs no network and can be repeated.
    @discardableResult
    func restore() async -> AuthState

    /// Signs in as a guest. A guest who is signed in stays the same guest.
    @discardableResult
    func signInAnonymously() async throws(AuthError) -> UserAuthInfo
    /// Signs in with Apple, by the configuration's source.
    @discardableResult
    func signInWithApple(role: String?, replacingGuest: Bool) async throws(AuthError) -> UserAuthInfo
    /// Signs in with Google, by the configuration's source.
    @discardableResult
    func signInWithGoogle(role: String?, replacingGuest: Bool) async throws(AuthError) -> UserAuthInfo
    /// Signs in with what Google's SDK, or ``GoogleWebSignIn``, brought.
    @discardableResult
    func signInWithGoogle(result: GoogleSignInResult, replacingGuest: Bool) async throws(AuthError) -> UserAuthInfo
    /// Signs in with a credential that the source gets from the person. A guest keeps their account unless it is to be
    /// replaced.
    @discardableResult
    func signIn(using source: some CredentialSource, replacingGuest: Bool) async throws(AuthError) -> SignIn
    /// Signs in with a credential. A person who was signed in is signed out; a guest keeps their account unless it is to
    /// be replaced.
    @discardableResult
    func signIn(with credential: AuthCredential, replacingGuest: Bool) async throws(AuthError) -> SignIn

    /// Links a credential that the source gets from the person to the account that is signed in.
    @discardableResult
    func upgrade(
        using source: some CredentialSource, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade
    /// Links a credential to the account that is signed in.
    @discardableResult
    func upgrade(
        with credential: AuthCredential, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade
    /// Takes a provider's way to sign in from the account, unless it is the only one.
    @discardableResult
    func unlink(
        _ method: SignInMethod, confirmedBy credential: AuthCredential?
    ) async throws(AuthError) -> UserAuthInfo
    /// Carries out what the person decided about a credential that has an account of its own.
    @discardableResult
    func settle(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade
    /// Makes two accounts again of the one that they were merged into.
    @discardableResult
    func undoMerge(confirmedBy credential: AuthCredential?) async throws(AuthError) -> Upgrade

    /// Has a mail sent by which whoever reads the address's mail chooses another password.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)
    /// Has a mail sent to the address of whoever is signed in, by which they show that it is theirs.
    func sendVerification(language: String?) async throws(AuthError)
    /// Gives the account that is signed in another password.
    func changePassword(to password: Secret, current: Secret?) async throws(AuthError)

    /// Has a code sent to a phone, for a sign-in that waits for it.
    func sendSecondFactorText(
        toSignInWith ticket: Secret, factor: String?, language: String?
    ) async throws(AuthError)
    /// Has a code sent to a phone of whoever is signed in, by which they prove again who they are.
    func sendSecondFactorText(factor: String?, language: String?) async throws(AuthError)
    /// The second factors of whoever is signed in, the kinds that they may add, and how many recovery codes are left.
    func secondFactors() async throws(AuthError) -> SecondFactorStatus
    /// Begins to add a second factor.
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

    /// An access token that can be used for that long, refreshed when needed.
    func accessToken(validFor: Duration, rejecting: Secret?) async throws(AuthError) -> Secret
    /// An access token of that person, for what must never be done in another one's name.
    func accessToken(for uid: String, rejecting: Secret?) async throws(AuthError) -> Secret
    /// From now on, lets `farewell` do what it has to before a session that was signed out ends at the server.
    func add(_ farewell: some SessionFarewell) async
    /// Signs out. Nobody is signed in any more before the first wait, whatever the store and the network do.
    func signOut() async
    /// All that the server keeps about the person, as a JSON document for them.
    func exportAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [UInt8]
    /// Deletes the account, at the server and here, and says what that leaves to the person.
    @discardableResult
    func deleteAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> AccountDeletion
}

extension AuthManagerProtocol {
    /// The id of the account that is signed in. Throws ``SesameCore/AuthError/Code/notAuthenticated`` when there is
    /// none.
    public func getAuthId() throws(AuthError) -> String {
        guard let auth else { throw .nobody }
        return auth.uid
    }

    /// Signs in with Apple, by the configuration's source.
    @discardableResult
    public func signInWithApple(role: String? = nil) async throws(AuthError) -> UserAuthInfo {
        try await signInWithApple(role: role, replacingGuest: false)
    }

    /// Signs in with Google, by the configuration's source.
    @discardableResult
    public func signInWithGoogle(role: String? = nil) async throws(AuthError) -> UserAuthInfo {
        try await signInWithGoogle(role: role, replacingGuest: false)
    }

    /// Signs in with what Google's SDK, or ``GoogleWebSignIn``, brought.
    @discardableResult
    public func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo {
        try await signInWithGoogle(result: result, replacingGuest: false)
    }

    /// Signs in with a credential that the source gets from the person. A guest keeps their account.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> SignIn {
        try await signIn(using: source, replacingGuest: false)
    }

    /// Signs in with a credential. A guest keeps their account.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await signIn(with: credential, replacingGuest: false)
    }

    /// An access token that can be used for another minute, refreshed when needed.
    public func accessToken() async throws(AuthError) -> Secret {
        try await accessToken(validFor: .seconds(60), rejecting: nil)
    }

    /// An access token in place of one that the server has just refused with 401.
    public func accessToken(rejecting token: Secret) async throws(AuthError) -> Secret {
        try await accessToken(validFor: .seconds(60), rejecting: token)
    }

    /// Links a credential to the account that is signed in. One that has an account of its own changes nothing.
    @discardableResult
    public func upgrade(with credential: AuthCredential) async throws(AuthError) -> Upgrade {
        try await upgrade(with: credential, profile: [:], onConflict: .fail)
    }

    /// Links a credential that the source gets from the person. One that has an account of its own changes nothing.
    @discardableResult
    public func upgrade(using source: some CredentialSource) async throws(AuthError) -> Upgrade {
        try await upgrade(using: source, profile: [:], onConflict: .fail)
    }

    /// Takes a provider's way to sign in from the account, after a sign-in of the last minutes.
    @discardableResult
    public func unlink(_ method: SignInMethod) async throws(AuthError) -> UserAuthInfo {
        try await unlink(method, confirmedBy: nil)
    }

    /// Has a mail in the app's language sent, by which whoever reads the address's mail chooses another password.
    public func sendPasswordReset(to email: String) async throws(AuthError) {
        try await sendPasswordReset(to: email, language: nil)
    }

    /// Has a mail in the app's language sent, by which whoever is signed in shows that the address is theirs.
    public func sendVerification() async throws(AuthError) {
        try await sendVerification(language: nil)
    }

    /// Gives the account that is signed in another password, after a sign-in of the last minutes.
    public func changePassword(to password: Secret) async throws(AuthError) {
        try await changePassword(to: password, current: nil)
    }

    /// Begins to add a second factor, after a sign-in of the last minutes.
    public func beginSecondFactor(_ factor: NewSecondFactor) async throws(AuthError) -> SecondFactorSetup {
        try await beginSecondFactor(factor, language: nil, confirmedBy: nil)
    }

    /// Takes a second factor away, after a sign-in of the last minutes.
    public func removeSecondFactor(_ id: String) async throws(AuthError) {
        try await removeSecondFactor(id, confirmedBy: nil)
    }

    /// Makes recovery codes, after a sign-in of the last minutes.
    public func makeRecoveryCodes() async throws(AuthError) -> [Secret] {
        try await makeRecoveryCodes(confirmedBy: nil)
    }

    /// All that the server keeps about the person, after a sign-in of the last minutes.
    public func exportAccount() async throws(AuthError) -> [UInt8] {
        try await exportAccount(confirmedBy: nil)
    }

    /// Deletes the account, at the server and here, after a sign-in of the last minutes.
    @discardableResult
    public func deleteAccount() async throws(AuthError) -> AccountDeletion {
        try await deleteAccount(confirmedBy: nil)
    }
}
