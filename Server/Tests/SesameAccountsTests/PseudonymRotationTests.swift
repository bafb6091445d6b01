import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the rotation of the pseudonym key: users keep their accounts as long as the old key is configured.
struct PseudonymRotationTests {
    private let rig: PseudonymousRig

    init() async throws {
        rig = try await PseudonymousRig()
    }

    private func version(_ account: AccountID) async throws -> [Substring] {
        try await rig.subjects(of: account).map { $0.prefix { $0 != "." } }
    }

    @Test func `a sign-in under a new key reaches the same account and rewrites its pseudonym`()
        async throws
    {
        let before = try await rig.signIn(to: try rig.app(1...1))
        rig.storage.clock.advance(by: 100)
        let after = try await rig.signIn(to: try rig.app(1...2))
        #expect(!after.isNew && after.view.account.id == before.view.account.id)
        #expect(after.view.account.createdAt == before.view.account.createdAt)
        #expect(after.view.identities.map(\.createdAt) == before.view.identities.map(\.createdAt))
        #expect(try await version(after.view.account.id) == ["v2"])
    }

    @Test func `a rewritten pseudonym no longer needs the old key`() async throws {
        let account = try await rig.signIn(to: try rig.app(1...1)).view.account.id
        _ = try await rig.signIn(to: try rig.app(1...2))
        #expect(try await rig.signIn(to: try rig.app(2...2)).view.account.id == account)
    }

    @Test func `a user is recognized after several skipped key versions`() async throws {
        let account = try await rig.signIn(to: try rig.app(1...1)).view.account.id
        #expect(try await rig.signIn(to: try rig.app(1...5)).view.account.id == account)
        #expect(try await version(account) == ["v5"])
    }

    @Test func `without the old key, a user is not recognized and gets a new account`() async throws {
        let account = try await rig.signIn(to: try rig.app(1...1)).view.account.id
        let stranger = try await rig.signIn(to: try rig.app(2...2))
        #expect(stranger.isNew && stranger.view.account.id != account)
        #expect(try await version(account) == ["v1"])
    }

    @Test func `a confirmation and a link rewrite the pseudonym`() async throws {
        let old = try rig.app(1...1)
        let result = try await rig.signIn(to: old)
        let caller = try await rig.caller(result, of: try rig.app(1...2))
        let confirmed = try rig.credential("1", nonce: rig.accounts.providers.issueNonce(for: caller.app))
        _ = try await rig.accounts.account.reauthenticate(caller, with: confirmed, context: rig.context)
        #expect(try await version(result.view.account.id) == ["v2"])
        let again = try await rig.caller(result, of: try rig.app(1...3))
        let credential = try rig.credential("1", nonce: rig.accounts.providers.issueNonce(for: again))
        _ = try await rig.accounts.linking.link(credential, to: again, context: rig.context)
        #expect(try await version(result.view.account.id) == ["v3"])
    }

    @Test func `Apple's refresh token survives a key rotation and is revoked on account deletion`() async throws {
        let result = try await rig.signIn(to: try rig.app(1...1), code: "c1")
        let rotated = try rig.app(1...2)
        let caller = try await rig.caller(try await rig.signIn(to: rotated), of: rotated)
        let account = result.view.account.id
        let tokens = try await rig.storage.engine.read { [rig] reader throws(StorageError) in
            try reader.providerTokens(of: account, in: rig.id)
        }
        #expect(try tokens.map { try rig.accounts.providers.providerTokens.open($0) } == [Secret("r1")])
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        let jobs = try await rig.storage.engine.read { [rig] reader throws(StorageError) in
            let queue = JobQueueID(.revokeConsent, destination: "apple")
            return try reader.dueJobs(in: queue, at: rig.storage.clock.now, limit: 10)
        }
        for job in jobs { try await rig.accounts.providers.revokeConsent(job) }
        #expect(rig.apple.revoked == ["r1 \(AppleDouble.native)"])
    }

    @Test func `a new provider token is stored under the new pseudonym`() async throws {
        let account = try await rig.signIn(to: try rig.app(1...1), code: "c1").view.account.id
        rig.apple.answer(.tokens(subject: "1", refreshToken: "r2"))
        _ = try await rig.signIn(to: try rig.app(1...2), code: "c2")
        let tokens = try await rig.storage.engine.read { [rig] reader throws(StorageError) in
            try reader.providerTokens(of: account, in: rig.id)
        }
        #expect(try tokens.map { try rig.accounts.providers.providerTokens.open($0) } == [Secret("r2")])
        #expect(tokens.map(\.subject) == (try await rig.subjects(of: account)))
    }

    @Test func `a disabled account's pseudonym stays unchanged`() async throws {
        var account = try await rig.signIn(to: try rig.app(1...1)).view.account
        account.disabledAt = rig.storage.clock.now
        let disabled = account
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.update(disabled) }
        let refusal = await #expect(throws: AccountError.self) { try await rig.signIn(to: try rig.app(1...2)) }
        #expect(refusal?.code == .userDisabled)
        #expect(try await version(account.id) == ["v1"])
    }

    @Test func `a pending registration expires when the key changes`() async throws {
        let refusal = await #expect(throws: AccountError.self) {
            try await rig.signIn(to: try rig.app(1...1, signUp: .explicit))
        }
        let ticket = try #require(refusal?.registration?.ticket)
        let rotated = try rig.app(1...2, signUp: .explicit)
        // Otherwise one user could get two accounts: by the ticket, and by a sign-in under the new key meanwhile.
        let expired = await #expect(throws: AccountError.self) {
            try await rig.accounts.signIn.signUp(
                ticket: ticket, role: nil, profile: [:], app: rotated, apps: AppDirectory([rotated]),
                context: rig.context)
        }
        #expect(expired?.code == .ticketExpired)
        let made = try await rig.accounts.signIn.signUp(
            ticket: ticket, role: nil, profile: [:], app: try rig.app(1...1, signUp: .explicit),
            apps: AppDirectory([try rig.app(1...1, signUp: .explicit)]), context: rig.context)
        #expect(made.view.account.id.description.hasPrefix("apple_"))
    }

    @Test func `a pending browser sign-in expires when the key changes`() async throws {
        let old = try rig.app(1...1)
        let browser = Secret(String(repeating: "b", count: 43))
        let start = try rig.accounts.authorization.beginFlow(
            with: .apple, to: old, for: .page(role: nil), browser: browser)
        let flow = try #require(try await rig.accounts.authorization.flow(of: start.state, from: .apple))
        let idToken = try rig.apple.token("1", nonce: start.nonce.exposed, clientID: AppleDouble.web)
        let handle = try #require(
            try await rig.accounts.authorization.handleCallback(
                ProviderTokens(idToken: idToken, refreshToken: nil), for: flow, to: old, state: start.state,
                clientID: AppleDouble.web, statedName: nil))
        let end = try await rig.accounts.authorization.finishFlow(
            handle, browser: browser, sessionCookie: nil, apps: AppDirectory([try rig.app(1...2)]), context: rig.context
        )
        guard case .expired = end else {
            Issue.record("not expired, but \(end)")
            return
        }
    }
}
