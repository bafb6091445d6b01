import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of the choice that a guest makes if the chosen sign-in method already has an account.
@MainActor @Suite struct AccountChoiceTests {
    let service = MockAuthService()
    let manager: AuthManager
    let state: AppState

    init() async {
        manager = AuthManager(service: service, store: MemorySessionStore(.sample(100, user: .guest)))
        state = AppState(auth: manager, profiles: Finished())
        await manager.restore()
    }

    private struct Finished: ProfileSource {
        func load(for user: UserAuthInfo) async -> ProfileLookupResult { .found(.finished) }
    }

    private struct Google: CredentialSource {
        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            .google(idToken: Secret("google-1"), nonce: try await request.nonce())
        }
    }

    /// Signs in the Google account's user on another device.
    private func signInElsewhere() async throws -> UserAuthInfo {
        try await AuthManager(service: service, store: MemorySessionStore()).signIn(using: Google()).user
    }

    private func choice() async throws -> AccountChoice {
        await state.upgrade(using: Google())
        return try #require(state.accountChoice)
    }

    @Test func `a merge is offered only if the conflict has a merge preview`() throws {
        var error = AuthError(.credentialInUse, "")
        #expect(AccountChoice(error)?.choices == [.switch, .keep])
        error.conflict = AccountConflict(ticket: Secret("c-1"), expiresIn: .seconds(600), account: .first)
        #expect(AccountChoice(error)?.choices == [.switch, .keep])
        error.conflict?.merge = AccountConflict.Preview(user: .first, overridden: [])
        #expect(AccountChoice(error)?.choices == [.merge, .switch, .keep])
        #expect(AccountChoice(AuthError(.guestSignedIn, ""))?.choices == [.switch, .keep])
        #expect(AccountChoice(AuthError(.offline, "")) == nil)
    }

    @Test func `a choice is carried out although its question was dismissed`() async throws {
        let person = try await signInElsewhere()
        let question = try await choice()
        state.dismissProblem()
        #expect(state.accountChoice == nil)
        await state.choose(.switch, in: question, by: Google())
        #expect(state.currentUser?.uid == person.uid)
        #expect(service.count(of: .resolveConflict) == 1)
    }

    @Test func `without a ticket, switching signs in to the other account with a fresh credential`() async throws {
        let person = try await signInElsewhere()
        service.fail(.link, with: AuthError(.credentialInUse, "that account has a second factor"))
        let question = try await choice()
        for choice in [ConflictChoice.keep, .switch] {
            await state.upgrade(using: Google())
            #expect(state.accountChoice == question)
            await state.choose(choice, in: question, by: nil)
            #expect(state.currentUser == .guest && state.problem == nil)
        }
        await state.choose(.switch, in: question, by: Google())
        #expect(state.currentUser?.uid == person.uid)
        #expect(service.count(of: .resolveConflict) == 0)
    }

    @Test func `choosing to stay resolves the conflict with its ticket, too`() async throws {
        _ = try await signInElsewhere()
        let question = try await choice()
        service.upgrade = Upgrade(outcome: .kept, session: .sample(100, user: .guest))
        await state.choose(.keep, in: question, by: nil)
        #expect(service.count(of: .resolveConflict) == 1 && state.problem == nil && state.currentUser == .guest)
    }

    @Test func `a signed-out user is not asked to choose an account`() async throws {
        await state.signOut()
        service.fail(.exchange, with: AuthError(.credentialInUse, "the account is another one's"))
        await state.signIn(using: Google())
        #expect(state.problem?.code == .credentialInUse && state.accountChoice == nil)
    }
}
