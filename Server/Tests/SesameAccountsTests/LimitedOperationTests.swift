import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the mapping from operations to rate-limit rules, which is the same on every surface.
struct LimitedOperationTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let app: App
    private let context = RequestContext(requestID: "test", client: ClientAddress(high: 0, low: 0xffff_7f00_0001))

    init() throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(
            id: try #require(AppID("couple")), providers: [.apple: settings], allowsAnonymous: true,
            profile: ProfileSchema(optional: ["name"]))
        apple = AppleDouble(serving: app.id, clock: storage.clock)
    }

    /// Returns a system in which one rule allows two events, and the time is fixed.
    private func system(_ rule: RateLimitRule) async throws -> Services {
        let now = ContinuousClock.now
        let limiter = RateLimiter(RateLimitSettings([rule: RateLimit(perMinute: 1, burst: 2)]), now: { now })
        return try await .test(storage, apple, limiter: limiter)
    }

    /// Returns the error code of each of three calls; nil for a success.
    private func codes(_ call: () async throws(AccountError) -> Void) async -> [AuthError.Code?] {
        var codes: [AuthError.Code?] = []
        for _ in 0..<3 {
            do throws(AccountError) {
                try await call()
                codes.append(nil)
            } catch {
                codes.append(error.code)
            }
        }
        return codes
    }

    private func guest(of accounts: Services) async throws -> Caller {
        let result = try await accounts.signIn.signInAnonymously(to: app, context: RequestContext(requestID: "test"))
        return try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
    }

    private static let credential = ProviderCredential(
        provider: .apple, idToken: Secret("a.b.c"), nonce: Secret("nonce"))

    @Test(arguments: [RateLimitRule.guests, .guestsOfApp])
    func `guest sign-ins are rate limited`(rule: RateLimitRule) async throws {
        let accounts = try await system(rule)
        let codes = await codes { () async throws(AccountError) in
            _ = try await accounts.signIn.signInAnonymously(to: app, context: context)
        }
        #expect(codes == [nil, nil, .rateLimited])
    }

    @Test func `credentials are rate limited before their signature is checked`() async throws {
        let accounts = try await system(.credentialsOfApp)
        let codes = await codes { () async throws(AccountError) in
            _ = try await accounts.signIn.signIn(with: Self.credential, to: app, context: context)
        }
        #expect(codes == [.invalidToken, .invalidToken, .rateLimited])
        let elsewhere = ClientAddress(high: 0, low: 0xffff_c633_6401)
        #expect(throws: AccountError.self) { try accounts.providers.admitCredential(of: app, from: elsewhere) }
    }

    @Test func `refreshes are rate limited, and the refresh token stays valid`() async throws {
        let accounts = try await system(.refreshes)
        var tokens = try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts)
        for _ in 0..<2 {
            tokens = try await accounts.sessions.refresh(
                tokens.refreshToken, app: app, apps: AppDirectory([app]), context: context)
        }
        let refusal = await #expect(throws: AccountError.self) {
            try await accounts.sessions.refresh(
                tokens.refreshToken, app: app, apps: AppDirectory([app]), context: context)
        }
        #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 60)
        let later = try await system(.guests)
        _ = try await later.sessions.refresh(tokens.refreshToken, app: app, apps: AppDirectory([app]), context: context)
    }

    @Test func `an invalid refresh token does not count toward the refresh limit`() async throws {
        let accounts = try await system(.refreshes)
        let codes = await codes { () async throws(AccountError) in
            _ = try await accounts.sessions.refresh(
                Secret("rt_none"), app: app, apps: AppDirectory([app]), context: context)
        }
        #expect(codes == [.notAuthenticated, .notAuthenticated, .notAuthenticated])
    }

    enum Change: CaseIterable { case confirm, link, decide, unlink, profile, device }

    @Test(arguments: Change.allCases)
    func `account changes are rate limited per account`(change: Change) async throws {
        let accounts = try await system(.changes)
        let caller = try await guest(of: accounts)
        let codes = await codes { () async throws(AccountError) in
            switch change {
            case .confirm:
                _ = try await accounts.account.reauthenticate(caller, with: Self.credential, context: context)
            case .link: _ = try await accounts.linking.link(Self.credential, to: caller, context: context)
            case .decide:
                _ = try await accounts.linking.resolveConflict(.keep, with: Secret("x"), of: caller, context: context)
            case .unlink: try await accounts.linking.unlink(.apple, from: caller, context: context)
            case .profile:
                _ = try await accounts.account.changeProfile(
                    of: caller, by: ProfilePatch(fields: ["name": "Test User 1"]), context: context)
            case .device:
                guard let address = DevicePushToken(.fcmToken, Secret("token")) else { return }
                _ = try await accounts.push.register(
                    address, platform: nil, installation: "mine", of: caller, context: context)
            }
        }
        #expect(codes[0] != .rateLimited && codes[1] != .rateLimited && codes[2] == .rateLimited)
        // Another user's account is not affected.
        let other = try await guest(of: accounts)
        _ = try await accounts.account.changeProfile(
            of: other, by: ProfilePatch(fields: ["name": "Test User 2"]), context: context)
    }
}
