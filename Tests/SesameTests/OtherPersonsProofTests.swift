import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of actions that are not carried out, because another user has signed in before their confirmation or the user
/// has given them up.
@MainActor @Suite struct OtherPersonsProofTests {
    /// A sheet during which another user signs in; it returns this other user's credential.
    private struct Sheet: CredentialSource {
        let manager: AuthManager

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            try await manager.signIn(with: .second)
            return .second
        }
    }

    private let clock = ManualClock()
    private let service: MockAuthService
    private let manager: AuthManager
    private let state: AppState

    init() async throws {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
        try await manager.signIn(with: .first)
        state.synchronize()
    }

    nonisolated static let acts: [AccountAct] = [
        .deletion, .linking, .unlinking(.google), .endingOtherSessions,
        .changingPassword(to: Secret("p"), current: Secret("q")), .addingFactor(.authenticator(), language: nil),
        .removingFactor("factor-1"), .makingRecoveryCodes,
    ]

    @Test(arguments: acts) func `an action confirmed after another user has signed in is not carried out`(
        act: AccountAct
    ) async throws {
        // The link waits for its confirmation.
        var form = PasswordForm(.addition)
        (form.email, form.password) = ("test.user.1@example.com", "four large red kites")
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        _ = await state.send(form)
        service.fail(.link, with: nil)
        let calls: [MockAuthService.Call] = [
            .delete, .link, .unlink, .otherSessionsEnd, .passwordChange, .secondFactorBegin, .secondFactorRemoval,
            .recoveryCodes,
        ]
        let before = calls.map { service.count(of: $0) }
        clock.advance(by: .seconds(3))
        await state.confirm(act, by: Sheet(manager: manager))
        #expect(calls.map { service.count(of: $0) } == before)
        #expect(state.currentUser?.uid == "uid-2" && state.problem == nil && state.outcome == nil)
    }

    @Test func `a pending link is discarded when given up, at a sign-out and after success`()
        async throws
    {
        var form = PasswordForm(.addition)
        (form.email, form.password) = ("test.user.1@example.com", "four large red kites")
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        _ = await state.send(form)
        #expect(state.waitingLink != nil)
        state.giveUpUnconfirmed()
        #expect(state.waitingLink == nil)
        clock.advance(by: .seconds(3))
        _ = await state.send(form)
        await state.signOut()
        #expect(state.waitingLink == nil)
        try await manager.signIn(with: .first)
        state.synchronize()
        service.fail(.link, with: nil)
        clock.advance(by: .seconds(3))
        #expect(await state.send(form))
        #expect(state.waitingLink == nil)
    }

    @Test func `an action given up while it runs does not wait for a confirmation`() async throws {
        service.fail(.passwordChange, with: AuthError(.reauthenticationRequired, "a test's"))
        service.hold(.passwordChange)
        var form = PasswordForm(.change)
        (form.password, form.nextPassword) = ("four large red kites", "five small blue kites")
        let sent = form
        async let changed = state.send(sent)
        #expect(await eventually { service.count(of: .passwordChange) == 1 })
        state.giveUpUnconfirmed()
        service.release(.passwordChange)
        #expect(await !changed)
        #expect(state.unconfirmed == nil && state.problem == nil && !state.isBusy)
    }
}

extension AuthCredential {
    fileprivate static let first = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))
    fileprivate static let second = AuthCredential.google(idToken: Secret("person 2"), nonce: Nonce(Secret("n")))
}
