import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of the metrics events: each is emitted once, and only after commit.
struct MetricsEventTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let app: App
    private let accounts: Services
    private let told = Locked([MetricsEvent]())
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(id: try #require(AppID("couple")), providers: [.apple: settings], allowsAnonymous: true)
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await .test(
            storage, apple, observe: { [told] occurrence in told.withLock { $0.append(occurrence) } })
    }

    private func taken() -> [MetricsEvent] {
        told.withLock { told in
            defer { told = [] }
            return told
        }
    }

    private func refresh(_ token: Secret) async -> Secret? {
        try? await accounts.sessions.refresh(token, app: app, apps: AppDirectory([app]), context: context).refreshToken
    }

    @Test func `a sign-in emits a metrics event with its method`() async throws {
        _ = try await accounts.signIn.signInAnonymously(to: app, context: context)
        #expect(taken() == [.signedIn(app.id, .anonymous)])
        let nonce = accounts.providers.issueNonce(for: app)
        let token = try apple.token("person", nonce: Nonce(nonce).sha256Hex)
        _ = try await accounts.signIn.signIn(
            with: ProviderCredential(provider: .apple, idToken: token, nonce: nonce), to: app, context: context)
        #expect(taken() == [.signedIn(app.id, .apple)])
    }

    @Test func `a rejected token emits a metrics event with the reason`() async throws {
        let nonce = accounts.providers.issueNonce(for: app)
        let foreign = try apple.token("person", nonce: "another")
        for (token, code, reason) in [
            (Secret("a.b.c"), AuthError.Code.invalidToken, TokenError.Reason.malformed),
            (foreign, .invalidNonce, .nonce),
        ] {
            let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
            _ = try? await accounts.signIn.signIn(with: credential, to: app, context: context)
            #expect(taken() == [.tokenRejected(.apple, reason), .signInRefused(app.id, .apple, code)])
        }
    }

    @Test func `every outcome of a refresh emits a metrics event`() async throws {
        let first = try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts).refreshToken
        _ = taken()
        let second = try #require(await refresh(first))
        #expect(taken() == [.refresh(.rotated)])
        _ = await refresh(first)
        #expect(taken() == [.refresh(.repeated)])
        _ = await refresh(second)
        #expect(taken() == [.refresh(.rotated)])
        _ = await refresh(first)
        #expect(taken() == [.refresh(.reused)])
        _ = await refresh(second)
        _ = await refresh(Secret("none"))
        #expect(taken() == [.refresh(.refused), .refresh(.refused)])
    }
}
