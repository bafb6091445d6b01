import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// Tests of reauthentication at Firebase by a user with an authenticator app: the first factor, then the app's code, in
/// the manager and on the screens.
@Suite struct FirebaseFactorConfirmationTests {
    let rig = FirebaseFactorRig()

    /// Signs in Test User 1 with Google, and adds a password and an authenticator app.
    private func protectWithPassword() async throws -> (Authenticator, PasswordCredential) {
        let email = "test.user.1@example.com"
        let password = PasswordCredential(email: email, password: Secret("the first password"))
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        _ = try await rig.manager.upgrade(with: .password(password))
        return (try await rig.addApp(), password)
    }

    @Test func `changing the password needs no second factor after a recent sign-in`() async throws {
        let (_, password) = try await protectWithPassword()
        await expectError(.invalidCredentials) {
            try await rig.manager.changePassword(to: Secret("the second password"), current: Secret("another one"))
        }
        try await rig.manager.changePassword(to: Secret("the second password"), current: password.password)
        #expect(rig.firebase.state.withLock { $0.accounts.accounts.values.first?.password } == "the second password")
        _ = try await rig.service.refresh(try #require(try rig.store.load()))
    }

    @MainActor private func screens() -> AppState {
        let documents = FirestoreProfileService(
            FirebaseDouble.project, layout: FirestoreProfileLayout(), auth: rig.manager, transport: rig.firebase)
        return AppState(
            auth: rig.manager, profiles: ProfileStore(service: documents, auth: rig.manager, storage: .memory))
    }

    @MainActor @Test func `a deletion asks for reauthentication, then for the second factor, and then completes`()
        async throws
    {
        var app = try await rig.protect()
        let state = screens()
        rig.firebase.refuse("delete", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await state.deleteAccount()
        #expect(state.confirmation == nil && state.unconfirmed == .deletion)
        #expect(state.problem?.code == .reauthenticationRequired)
        await state.confirm(.deletion, by: try await rig.credential())
        var form = try #require(state.confirmation)
        #expect(form.ticket != nil && state.problem == nil && state.unconfirmed == .deletion)
        form.code = "12345678"
        state.updateSecondFactor(form)
        await state.submitSecondFactor()
        #expect(state.confirmation != nil && state.problem?.code == .invalidCredentials && state.currentUser != nil)
        form.code = app.code(at: Date()).exposed
        state.updateSecondFactor(form)
        await state.submitSecondFactor()
        #expect(state.currentUser == nil && state.confirmation == nil && state.problem == nil)
        #expect(rig.firebase.state.withLock { $0.accounts.accounts.isEmpty })
    }

    @MainActor @Test func `an authenticator app is added on the account screen without recovery codes`() async throws {
        try await rig.manager.signIn(with: .google(1, try await rig.manager.nonce(for: .signIn)))
        let state = screens()
        await state.startSecondFactorEnrollment(.authenticator())
        guard case .enrollment(_, let setup) = state.outcome else {
            Issue.record("there is no key to show")
            return
        }
        var app = try #require(setup.secret.flatMap { Authenticator(key: $0) })
        await state.finishSecondFactorEnrollment(code: app.code(at: Date()))
        #expect(state.outcome == nil && state.problem == nil)
        #expect(try await rig.manager.secondFactors().factors.count == 1)
    }

    @MainActor @Test func `a confirmation that expires before its second factor must be repeated`() async throws {
        var app = try await rig.protect()
        let state = screens()
        rig.firebase.refuse("delete", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await state.deleteAccount()
        await state.confirm(.deletion, by: try await rig.credential())
        rig.firebase.state.withLock { $0.accounts.pending = [:] }
        var form = try #require(state.confirmation)
        form.code = app.code(at: Date()).exposed
        state.updateSecondFactor(form)
        await state.submitSecondFactor()
        #expect(state.confirmation == nil && state.unconfirmed == .deletion && state.currentUser != nil)
        #expect(state.problem?.code == .reauthenticationRequired)
    }

    @MainActor @Test func `a password change long after the sign-in completes through the second-factor form`()
        async throws
    {
        var (app, password) = try await protectWithPassword()
        let state = screens()
        var typed = PasswordForm(.change)
        (typed.password, typed.nextPassword) = (password.password.exposed, "the second password")
        rig.firebase.refuse("update", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        _ = await state.send(typed)
        var form = try #require(state.confirmation)
        form.code = app.code(at: Date()).exposed
        state.updateSecondFactor(form)
        await state.submitSecondFactor()
        #expect(state.confirmation == nil && state.problem == nil && state.unconfirmed == nil)
        #expect(rig.firebase.state.withLock { $0.accounts.accounts.values.first?.password } == "the second password")
    }
}
