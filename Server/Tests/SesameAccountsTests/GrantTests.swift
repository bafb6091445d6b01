import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct GrantTests {
    private func refusal(_ operation: () async throws(AccountError) -> Void) async -> AuthError.Code? {
        do throws(AccountError) {
            try await operation()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `an operator's sign-in secret works once, for its account and app, until it expires`() async throws {
        let rig = try await LifeRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        let account = guest.session.account
        func use(_ granted: IssuedSignInToken, as account: AccountID, in app: App? = nil) async -> AuthError.Code? {
            await refusal { () async throws(AccountError) in
                _ = try await rig.accounts.grants.signIn(
                    granted: granted.secret, account: account, to: app ?? rig.app, context: rig.context)
            }
        }
        let granted = try await rig.accounts.grants.createSignInToken(
            to: account, in: rig.app, length: 7, lifetime: 60, context: rig.context)
        #expect(granted.secret.exposed.count == 7)
        #expect(await use(granted, as: other.session.account) == .ticketExpired)
        #expect(await use(granted, as: account, in: App(id: try #require(AppID("other")))) == .ticketExpired)
        #expect(await use(granted, as: account) == nil)
        #expect(await use(granted, as: account) == .ticketExpired)
        let late = try await rig.accounts.grants.createSignInToken(
            to: account, in: rig.app, length: 64, lifetime: 60, context: rig.context)
        rig.storage.clock.advance(by: 60)
        #expect(await use(late, as: account) == .ticketExpired)
    }

    @Test func `a browser's code is exchanged once, only for the request that it was issued for`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        let (redirect, verifier) = ("com.example.app:/callback", Secret(String(repeating: "v", count: 43)))
        let request = ClientRequest(
            redirectURI: redirect, state: nil, challenge: CodeChallenge(of: verifier), role: nil)
        let end = try await rig.accounts.authorization.signIn(
            email: try rig.email(), password: PasswordRig.password, to: rig.app, role: nil, for: request,
            browser: Secret("browser"), context: rig.context)
        guard case .client(_, let code) = end else { return #expect(Bool(false)) }
        func exchange(
            _ app: App? = nil, at address: String? = nil, by proof: Secret? = nil
        ) async -> AuthError.Code? {
            await refusal { () async throws(AccountError) in
                _ = try await rig.accounts.grants.createSignInToken(
                    for: code, client: app ?? rig.app, redirectURI: address ?? redirect, verifier: proof ?? verifier)
            }
        }
        #expect(await exchange(App(id: try #require(AppID("other")))) == .ticketExpired)
        #expect(await exchange(at: redirect + "/other") == .ticketExpired)
        #expect(await exchange(by: Secret(String(repeating: "w", count: 43))) == .ticketExpired)
        #expect(await exchange() == nil)
        #expect(await exchange() == .ticketExpired)
    }

    @Test(arguments: [(31, true), (32, false)])
    func `guesses are rate limited only for short sign-in secrets`(length: Int, waits: Bool) async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        let (account, app, accounts, context) = (
            try await rig.guest().session.account, rig.app, rig.accounts, rig.context
        )
        func use(_ secret: Secret) async -> AuthError.Code? {
            await refusal { () async throws(AccountError) in
                _ = try await accounts.grants.signIn(granted: secret, account: account, to: app, context: context)
            }
        }
        let granted = try await accounts.grants.createSignInToken(
            to: account, in: app, length: length, lifetime: 60, context: context)
        for _ in 0..<10 { #expect(await use(Secret(String(repeating: "0", count: 6))) != nil) }
        #expect(await use(granted.secret) == (waits ? .rateLimited : nil))
    }

    @Test func `a disabled or unknown account gets no session and no sign-in secret`() async throws {
        let rig = try await LifeRig()
        let account = try await rig.guest().session.account
        let granted = try await rig.accounts.grants.createSignInToken(
            to: account, in: rig.app, length: 32, lifetime: 60, context: rig.context)
        _ = try await rig.accounts.operators.disable(account, in: rig.app.id, context: rig.context)
        let (app, accounts, context) = (rig.app, rig.accounts, rig.context)
        #expect(
            await refusal { () async throws(AccountError) in
                _ = try await accounts.grants.signIn(
                    granted: granted.secret, account: account, to: app, context: context)
            } == .userDisabled)
        #expect(
            await refusal { () async throws(AccountError) in
                _ = try await accounts.operators.beginSession(of: account, in: app, context: context)
            } == .userDisabled)
        #expect(
            await refusal { () async throws(AccountError) in
                _ = try await accounts.grants.createSignInToken(
                    to: account, in: app, length: 6, lifetime: 60, context: context)
            } == .userDisabled)
        #expect(
            await refusal { () async throws(AccountError) in
                _ = try await accounts.operators.beginSession(of: AccountID("nobody"), in: app, context: context)
            } == .notFound)
    }
}

struct SessionSecretTests {
    @Test func `a session secret works in its app until the session ends or the account is deleted`() async throws {
        let rig = try await LifeRig()
        let guest = try await rig.guest()
        let secret = rig.accounts.sessions.sessionSecret(of: guest.session)
        #expect(
            try await rig.accounts.sessions.authenticate(sessionSecret: secret, in: rig.app).session.id
                == guest.session.id)
        let (accounts, other) = (rig.accounts, App(id: try #require(AppID("other"))))
        func code(_ app: App) async -> AuthError.Code? {
            do throws(AccountError) {
                _ = try await accounts.sessions.authenticate(sessionSecret: secret, in: app)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await code(other) == .notAuthenticated)
        try await accounts.sessions.endAllSessions(of: guest, context: rig.context)
        #expect(await code(rig.app) == .sessionEnded)
        _ = try await accounts.deletion.delete(guest.session.account, in: rig.app.id, context: rig.context)
        #expect(await code(rig.app) == .userDeleted)
    }
}
