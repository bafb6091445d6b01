import FoundationEssentials
import Sesame
import SesameTesting
import Testing

/// The fakes that an app outside the package writes for its tests. They date from the first release and must keep
/// compiling, so a later protocol member needs a default.
private enum Fakes {
    /// A manager with only the six required members.
    struct Manager: AuthManagerProtocol {
        var auth: UserAuthInfo?

        func signInAnonymously() async throws(AuthError) -> UserAuthInfo { .mock(isAnonymous: true) }
        func signInWithApple(role: String?) async throws(AuthError) -> UserAuthInfo {
            .mock(providers: ["apple"], role: role)
        }
        func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo {
            .mock(providers: ["google"])
        }
        func signOut() async {}
        func deleteAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> AccountDeletion {
            AccountDeletion()
        }
    }

    struct Tokens: AccessTokenSource {
        func accessToken(
            for uid: String?, validFor: Duration, rejecting: Secret?
        ) async throws(AuthError) -> Secret {
            Secret("\(uid ?? "anybody") \(validFor) \(rejecting?.exposed ?? "none")")
        }
    }

    struct SigningIn: SignInPerforming {
        func nonce(for purpose: CredentialPurpose) async throws(AuthError) -> Nonce { Nonce(Secret("\(purpose)")) }

        func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
            throw AuthError(.providerRequired, "a test's")
        }
        func signIn(
            using source: some CredentialSource, role: String?, replacingGuest: Bool
        ) async throws(AuthError) -> SignIn { SignIn(session: .sample(1), isNewUser: replacingGuest) }
        func signIn(with credential: AuthCredential, replacingGuest: Bool) async throws(AuthError) -> SignIn {
            SignIn(session: .sample(1), isNewUser: replacingGuest)
        }
    }

    struct Linking: AccountLinking {
        let upgrade = Upgrade(outcome: .linked, session: .sample(1))

        func upgrade(
            using source: some CredentialSource, role: String?, profile: JSONObject, onConflict: ConflictPolicy
        ) async throws(AuthError) -> Upgrade { upgrade }
        func upgrade(
            with credential: LinkableCredential, profile: JSONObject, onConflict: ConflictPolicy
        ) async throws(AuthError) -> Upgrade { upgrade }
        func unlink(
            _ method: LinkedMethod, confirmedBy credential: AuthCredential?
        ) async throws(AuthError) -> UserAuthInfo { .mock() }
        func resolveConflict(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade { upgrade }
        func undoMerge(confirmedBy credential: AuthCredential?) async throws(AuthError) -> Upgrade { upgrade }
    }

    struct Passwords: PasswordManaging {
        func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {}
        func sendVerification(language: String?) async throws(AuthError) {}
        func changePassword(to password: Secret, current: Secret?) async throws(AuthError) {}
    }

    struct SecondFactors: SecondFactorManaging {
        func sendSecondFactorCode(
            toSignInWith ticket: Secret, factor: String?, language: String?
        ) async throws(AuthError) {}
        func sendSecondFactorCode(factor: String?, language: String?) async throws(AuthError) {}
        func secondFactors() async throws(AuthError) -> SecondFactorStatus {
            SecondFactorStatus(factors: [], offered: [], recoveryCodesLeft: 0)
        }
        func startSecondFactorEnrollment(
            _ factor: NewSecondFactor, language: String?, confirmedBy credential: AuthCredential?
        ) async throws(AuthError) -> SecondFactorSetup { SecondFactorSetup(expiresIn: .seconds(600)) }
        func finishSecondFactorEnrollment(_ factor: NewSecondFactor, code: Secret) async throws(AuthError)
            -> SecondFactorInfo
        {
            SecondFactorInfo(id: "f", kind: .authenticator)
        }
        func removeSecondFactor(_ id: String, confirmedBy credential: AuthCredential?) async throws(AuthError) {}
        func generateRecoveryCodes(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [Secret] { [] }
    }

    struct Account: AccountManaging {
        func exportAccount(confirmedBy credential: AuthCredential?) async throws(AuthError) -> [UInt8] { [] }
        func sessions() async throws(AuthError) -> [AccountSession] {
            [AccountSession(id: "s", method: "google", isCurrent: true, creationDate: .now)]
        }
        func endSession(_ ended: AccountSession, confirmedBy credential: AuthCredential?) async throws(AuthError) {}
        func endOtherSessions(confirmedBy credential: AuthCredential?) async throws(AuthError) {}
    }

    /// An app's own back end that conforms only to `AuthServiceProtocol`, with its six required members.
    struct BackEnd: OwnBackEnd {
        let accounts = MockAuthService()
    }

    /// A back end that wraps another one, or itself if `isRing` is true.
    struct Wrapper: OwnBackEnd {
        let accounts = MockAuthService()
        var isRing = false
        var wrapped: (any AuthServiceProtocol)? { isRing ? self : accounts }
    }
}

/// A back end that implements the six required members with a mock service.
private protocol OwnBackEnd: AuthServiceProtocol {
    var accounts: MockAuthService { get }
}

extension OwnBackEnd {
    func nonce() async throws(AuthError) -> Nonce { try await accounts.nonce() }
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await accounts.exchange(credential)
    }
    func refresh(_ session: Session) async throws(AuthError) -> Session { try await accounts.refresh(session) }
    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        try await accounts.reauthenticate(session, with: credential)
    }
    func revoke(_ revocation: Revocation) async throws(AuthError) { try await accounts.revoke(revocation) }
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        try await accounts.deleteAccount(session)
    }
}

/// A Google sheet that the user accepts at once.
private struct Sheet: CredentialSource {
    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .google(idToken: Secret("t"), nonce: try await request.nonce())
    }
}

@Suite struct RoleTests {
    @Test func `a fake manager's defaults follow from its signed-in user`() async throws {
        let nobody: any AuthManagerProtocol = Fakes.Manager()
        #expect(nobody.state == .signedOut(.noSession))
        #expect(await nobody.restore() == .signedOut(.noSession))
        let error = #expect(throws: AuthError.self) { try nobody.getAuthId() }
        #expect(error?.code == .notAuthenticated)

        let somebody: any AuthManagerProtocol = Fakes.Manager(auth: .mock(uid: "uid-1"))
        #expect(try somebody.getAuthId() == "uid-1")
        #expect(await somebody.restore() == .signedIn(.mock(uid: "uid-1")))
        var states: [AuthState] = []
        for await state in somebody.states { states.append(state) }
        #expect(states == [.signedIn(.mock(uid: "uid-1"))])
        #expect(try await somebody.signInWithApple().role == nil)
        #expect(try await somebody.deleteAccount() == AccountDeletion())
    }

    @Test func `the real manager reports its states through the protocol, too`() async throws {
        let store = MockSessionStore(.sample(1, user: .mock(uid: "uid-1")))
        let auth: any AuthManagerProtocol = AuthManager(service: MockAuthService(), store: store)
        #expect(auth.state == .unresolved)
        var states = auth.states.makeAsyncIterator()
        #expect(await states.next() == .unresolved)
        #expect(await auth.restore() == .signedIn(.mock(uid: "uid-1")))
        #expect(await states.next() == .signedIn(.mock(uid: "uid-1")))
    }

    @Test func `an access token is requested for any user and 60 seconds by default`() async throws {
        let tokens: any AccessTokenSource = Fakes.Tokens()
        #expect(try await tokens.accessToken() == Secret("anybody 60.0 seconds none"))
        #expect(try await tokens.accessToken(rejecting: Secret("old")) == Secret("anybody 60.0 seconds old"))
    }

    @Test func `the manager conforms to every role protocol`() async throws {
        let auth = AuthManager(.mock(signedInAs: .mock(uid: "uid-1")))
        await auth.restore()
        let tokens: any AccessTokenSource = auth
        _ = try await tokens.accessToken(for: "uid-1", validFor: .seconds(1), rejecting: nil)
        let error = await #expect(throws: AuthError.self) {
            try await tokens.accessToken(for: "uid-2", validFor: .seconds(1), rejecting: nil)
        }
        #expect(error?.code == .cancelled)
        let passwords: any PasswordManaging = auth
        try await passwords.changePassword(to: Secret("four large red kites"), current: nil)
        let factors: any SecondFactorManaging = auth
        #expect(try await factors.secondFactors().factors.isEmpty)
        let account: any AccountManaging = auth
        #expect(try await !account.exportAccount(confirmedBy: nil).isEmpty)
        let other = try #require(try await account.sessions().first { !$0.isCurrent })
        try await account.endSession(other, confirmedBy: nil)
        try await account.endOtherSessions(confirmedBy: nil)
        let linking: any AccountLinking = auth
        let google = (idToken: Secret("t"), nonce: Nonce(Secret("n")))
        let upgrade = try await linking.upgrade(
            with: .google(idToken: google.idToken, nonce: google.nonce), profile: [:], onConflict: .fail)
        #expect(upgrade.outcome == .linked)
        let signingIn: any SignInPerforming = auth
        let credential = AuthCredential.google(idToken: google.idToken, nonce: google.nonce)
        #expect(try await signingIn.signIn(with: credential, replacingGuest: false).user.providers == ["google"])
    }

    @Test func `a minimal back end signs in and throws providerRequired for optional features`() async throws {
        let auth = AuthManager(service: Fakes.BackEnd(), store: MockSessionStore())
        try await auth.signIn(with: .google(idToken: Secret("t"), nonce: nil))
        let google = LinkableCredential.google(idToken: Secret("t"), nonce: Nonce(Secret("n")))
        for ask in [
            { _ = try await auth.upgrade(with: google) }, { _ = try await auth.unlink(.google) },
            { _ = try await auth.resolveConflict(.keep, ticket: Secret("t")) }, { _ = try await auth.undoMerge() },
            { try await auth.sendPasswordReset(to: "test.user.1@example.com") },
            { try await auth.sendVerification() }, { try await auth.changePassword(to: Secret("p")) },
            { _ = try await auth.secondFactors() }, { _ = try await auth.exportAccount() },
            { _ = try await auth.sessions() }, { try await auth.endOtherSessions() },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: AuthError.self) { try await ask() }
            #expect(error?.code == .providerRequired)
        }
        #expect(auth.auth != nil)
        try await auth.deleteAccount()
        #expect(auth.auth == nil)
    }

    @Test func `no sheet is shown when the back end cannot link its credential`() async throws {
        struct Unseen: CredentialSource {
            func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
                throw AuthError(.cancelled, "the person has seen it")
            }
        }
        let auth = AuthManager(service: Fakes.BackEnd(), store: MockSessionStore())
        try await auth.signInAnonymously()
        for ask in [
            { _ = try await auth.upgrade(using: Unseen()) }, { _ = try await auth.signIn(using: Unseen()) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: AuthError.self) { try await ask() }
            #expect([.providerRequired, .guestSignedIn].contains(error?.code))
        }
    }

    @Test func `without linking, a guest is replaced only on request`() async throws {
        let auth = AuthManager(service: Fakes.BackEnd(), store: MockSessionStore())
        try await auth.signInAnonymously()
        let nonce = try await auth.nonce(for: .signIn)
        for ask in [
            { _ = try await auth.signIn(using: Sheet()) },
            { _ = try await auth.signIn(with: .google(idToken: Secret("t"), nonce: nonce)) },
            { _ = try await auth.signIn(with: .passwordRegistration(.mock)) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: AuthError.self) { try await ask() }
            #expect(error?.code == .guestSignedIn)
        }
        #expect(auth.auth?.isAnonymous == true)
        let signIn = try await auth.signIn(using: Sheet(), replacingGuest: true)
        #expect(!signIn.user.isAnonymous)
    }

    @Test func `without linking, a guest's ended session does not block a sign-in`() async throws {
        for isInHand in [true, false] {
            let backEnd = Fakes.BackEnd()
            let auth = AuthManager(service: backEnd, store: MockSessionStore())
            let guest = try await auth.signIn(with: .anonymous)
            let nonce = try await auth.nonce(for: .signIn)
            backEnd.accounts.end(guest.session)
            let signIn =
                isInHand
                ? try await auth.signIn(with: .google(idToken: Secret("t"), nonce: nonce))
                : try await auth.signIn(using: Sheet())
            #expect(!signIn.user.isAnonymous)
        }
    }

    @Test func `a back end that wraps another offers its linking, passwords, second factors and exports`() async throws
    {
        let auth = AuthManager(service: Fakes.Wrapper(), store: MockSessionStore())
        let guest = try await auth.signInAnonymously()
        let signIn = try await auth.signIn(using: Sheet())
        #expect(signIn.user.uid == guest.uid && !signIn.user.isAnonymous)
        #expect(try await auth.secondFactors().factors.isEmpty)
        #expect(try await !auth.exportAccount().isEmpty)
        #expect(try await auth.sessions().count == 1)
        try await auth.sendPasswordReset(to: "test.user.1@example.com")
    }

    @Test func `a back end that wraps itself throws providerRequired instead of recursing endlessly`() async throws {
        let auth = AuthManager(service: Fakes.Wrapper(isRing: true), store: MockSessionStore())
        try await auth.signInAnonymously()
        let error = await #expect(throws: AuthError.self) { try await auth.exportAccount() }
        #expect(error?.code == .providerRequired)
    }
}

extension PasswordRegistration {
    fileprivate static let mock = PasswordRegistration(
        PasswordCredential(email: "test.user.1@example.com", password: Secret("four large red kites")))
}
