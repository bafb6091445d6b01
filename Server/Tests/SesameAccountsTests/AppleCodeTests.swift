import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the authorization code that Apple's sheet returns with an ID token.
struct AppleCodeTests {
    private let storage: TestStorage
    private let apple: AppleDouble
    private let accounts: Services
    private let app: App
    private let other: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native, AppleDouble.web], defaultNonceForm: .sha256Hex)
        let form = ProfileSchema(required: ["name"])
        app = App(id: try #require(AppID("couple")), providers: [.apple: settings])
        other = App(
            id: try #require(AppID("castmate")), providers: [.apple: settings], signUp: .explicit, profile: form)
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await Services.test(storage, apple)
    }

    private func credential(
        _ subject: String = "1", code: String? = "c1", clientID: String = AppleDouble.native, in app: App? = nil,
        name: UnverifiedName? = nil
    ) throws -> ProviderCredential {
        let nonce = accounts.providers.issueNonce(for: app ?? self.app)
        let token = try apple.token(subject, nonce: Nonce(nonce).sha256Hex, clientID: clientID)
        return ProviderCredential(
            provider: .apple, idToken: token, nonce: nonce, code: code.map { Secret($0) }, statedName: name)
    }

    private func signIn(_ credential: ProviderCredential) async throws -> AccountRecord {
        try await accounts.signIn.signIn(with: credential, to: app, context: context).view
    }

    private func refusal(_ body: () async throws -> Void) async -> AuthError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? AccountError)?.code
        }
    }

    /// Returns the account's refresh tokens, decrypted, each with its client.
    private func tokens(of account: Account) async throws -> [String: String] {
        let sealed = try await storage.engine.read { reader throws(StorageError) in
            try reader.providerTokens(of: account.id, in: account.app)
        }
        return Dictionary(
            uniqueKeysWithValues: try sealed.map {
                ($0.clientID, try accounts.providers.providerTokens.open($0).exposed)
            })
    }

    private func hasAccount(_ subject: String) async throws -> Bool {
        try await storage.engine.read { [app] reader throws(StorageError) in
            try reader.identity(.apple, subject: subject, in: app.id) != nil
        }
    }

    @Test func `a code is exchanged for the client of its token, and the refresh token is stored`() async throws {
        let view = try await signIn(credential(code: "c1"))
        #expect(apple.exchanges == ["c1 \(AppleDouble.native)"])
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r1"])
    }

    @Test func `each client has its own refresh token, which the next one replaces`() async throws {
        _ = try await signIn(credential())
        apple.answer(.tokens(subject: "1", refreshToken: "r2"))
        _ = try await signIn(credential(clientID: AppleDouble.web))
        apple.answer(.tokens(subject: "1", refreshToken: "r3"))
        let view = try await signIn(credential())
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r3", AppleDouble.web: "r2"])
    }

    @Test func `a sign-in without a code exchanges nothing and leaves the stored token`() async throws {
        _ = try await signIn(credential())
        let view = try await signIn(credential(code: nil))
        #expect(apple.exchanges.count == 1)
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r1"])
    }

    @Test func `a code that returns no refresh token leaves the stored one`() async throws {
        _ = try await signIn(credential())
        apple.answer(.tokens(subject: "1", refreshToken: nil))
        let view = try await signIn(credential())
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r1"])
    }

    @Test(arguments: ["2", "1 ", "", "e\u{301}"])
    func `a code of another user is rejected`(subject: String) async throws {
        apple.answer(.tokens(subject: subject, refreshToken: "r1"))
        let presented = subject == "e\u{301}" ? "\u{E9}" : "1"
        #expect(await refusal { _ = try await signIn(credential(presented)) } == .invalidToken)
        #expect(try await !hasAccount(presented))
        #expect(try await !hasAccount(subject))
    }

    @Test func `a code rejected by Apple fails the sign-in and uses up the nonce`() async throws {
        apple.answer(.refusal(.invalidToken))
        let credential = try credential()
        #expect(await refusal { _ = try await signIn(credential) } == .invalidToken)
        #expect(try await !hasAccount("1"))
        apple.answer(.tokens(subject: "1", refreshToken: "r1"))
        #expect(await refusal { _ = try await signIn(credential) } == .invalidNonce)
    }

    @Test(arguments: [AuthError.Code.providerUnavailable, .internal])
    func `sign-in succeeds while Apple cannot exchange a code`(code: AuthError.Code) async throws {
        apple.answer(.refusal(code))
        let view = try await signIn(credential())
        #expect(try await tokens(of: view.account) == [:])
        apple.answer(.tokens(subject: "1", refreshToken: "r2"))
        #expect(try await tokens(of: try await signIn(credential()).account) == [AppleDouble.native: "r2"])
    }

    @Test func `no code is exchanged for a rejected token`() async throws {
        let good = try credential()
        let broken = ProviderCredential(
            provider: .apple, idToken: Secret(good.idToken.exposed + "A"), nonce: good.nonce, code: good.code)
        #expect(await refusal { _ = try await signIn(broken) } == .invalidToken)
        let foreign = ProviderCredential(
            provider: .apple, idToken: try apple.token("1", nonce: "n"), nonce: accounts.providers.issueNonce(for: app),
            code: Secret("c1"))
        #expect(await refusal { _ = try await signIn(foreign) } == .invalidNonce)
        let invented = Secret(String(repeating: "A", count: 75))
        let unknown = ProviderCredential(
            provider: .apple, idToken: try apple.token("1", nonce: Nonce(invented).sha256Hex), nonce: invented,
            code: Secret("c1"))
        #expect(await refusal { _ = try await signIn(unknown) } == .invalidNonce)
        #expect(apple.exchanges.isEmpty)
    }

    @Test func `no code is exchanged for a used nonce or token`() async throws {
        let first = try credential()
        _ = try await signIn(first)
        #expect(await refusal { _ = try await signIn(first) } == .invalidNonce)
        let nonce = try #require(first.nonce)
        let sameNonce = ProviderCredential(
            provider: .apple, idToken: try apple.token("1", nonce: Nonce(nonce).sha256Hex), nonce: nonce,
            code: Secret("c2"))
        #expect(await refusal { _ = try await signIn(sameNonce) } == .invalidNonce)
        let sameToken = ProviderCredential(
            provider: .apple, idToken: first.idToken, nonce: nil, code: Secret("c3"))
        _ = try? await signIn(sameToken)
        #expect(apple.exchanges.count == 1)
    }

    @Test func `an app without a key exchanges no code`() async throws {
        let credential = try credential(in: other)
        let code = await refusal {
            _ = try await accounts.signIn.signIn(with: credential, to: other, context: context)
        }
        #expect(code == .accountNotFound)
        #expect(apple.exchanges.isEmpty)
    }

    @Test func `a refresh token is stored with the ticket until the registration is complete`() async throws {
        let apple = AppleDouble(serving: other.id, clock: storage.clock)
        let accounts = try await Services.test(storage, apple)
        let nonce = accounts.providers.issueNonce(for: other)
        let idToken = try apple.token("1", nonce: Nonce(nonce).sha256Hex)
        let credential = ProviderCredential(
            provider: .apple, idToken: idToken, nonce: nonce, code: Secret("c1"),
            statedName: UnverifiedName(given: "Test", family: "User 1"))
        let refused = await #expect(throws: AccountError.self) {
            try await accounts.signIn.signIn(with: credential, to: other, context: context)
        }
        let registration = try #require(refused?.registration)
        #expect(registration.claims.givenName == "Test" && registration.claims.email == nil)
        let view = try await accounts.signIn.signUp(
            ticket: registration.ticket, role: nil, profile: ["name": "Test User 1"], app: other,
            apps: AppDirectory([other]), context: context
        ).view
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r1"])
    }

    @Test func `a token presented again with a code adds the refresh token to its ticket`() async throws {
        let apple = AppleDouble(serving: other.id, clock: storage.clock)
        let accounts = try await Services.test(storage, apple)
        let nonce = accounts.providers.issueNonce(for: other)
        let idToken = try apple.token("1", nonce: Nonce(nonce).sha256Hex)
        var tickets: [Secret] = []
        for (nonce, code) in [(nil, nil), (nonce, Secret("c1")), (nil, nil)] as [(Secret?, Secret?)] {
            let credential = ProviderCredential(provider: .apple, idToken: idToken, nonce: nonce, code: code)
            let refused = await #expect(throws: AccountError.self) {
                try await accounts.signIn.signIn(with: credential, to: other, context: context)
            }
            tickets.append(try #require(refused?.registration?.ticket))
        }
        #expect(Set(tickets).count == 1)
        let view = try await accounts.signIn.signUp(
            ticket: tickets[0], role: nil, profile: ["name": "Test User 1"], app: other,
            apps: AppDirectory([other]), context: context
        ).view
        #expect(try await tokens(of: view.account) == [AppleDouble.native: "r1"])
    }

    @Test func `a confirmation stores its refresh token, but not that of another user`() async throws {
        let result = try await accounts.signIn.signIn(with: try credential(code: nil), to: app, context: context)
        let caller = try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
        _ = try await accounts.account.reauthenticate(caller, with: try credential(), context: context)
        #expect(try await tokens(of: result.view.account) == [AppleDouble.native: "r1"])
        apple.answer(.tokens(subject: "2", refreshToken: "r2"))
        let stranger = try credential("2")
        #expect(
            await refusal { _ = try await accounts.account.reauthenticate(caller, with: stranger, context: context) }
                == .reauthenticationRequired)
        #expect(try await tokens(of: result.view.account) == [AppleDouble.native: "r1"])
    }

    /// Completes a browser flow as Apple's user 1, and returns its result.
    private func browse(_ purpose: FlowPurpose, refreshToken: String, name: UnverifiedName? = nil) async throws
        -> FlowResult
    {
        let browser = Secret(String(repeating: "b", count: 43))
        let start = try accounts.authorization.beginFlow(with: .apple, to: app, for: purpose, browser: browser)
        let flow = try #require(try await accounts.authorization.flow(of: start.state, from: .apple))
        let idToken = try apple.token("1", nonce: start.nonce.exposed, clientID: AppleDouble.web)
        let handle = try await accounts.authorization.handleCallback(
            ProviderTokens(idToken: idToken, refreshToken: Secret(refreshToken)), for: flow, to: app,
            state: start.state,
            clientID: AppleDouble.web, statedName: name)
        return try await accounts.authorization.finishFlow(
            try #require(handle), browser: browser, sessionCookie: nil, apps: AppDirectory([app]), context: context)
    }

    @Test func `browser sign-in and confirmation store their refresh tokens, and sign-in the name`() async throws {
        let name = try #require(UnverifiedName(given: "Test", family: "User 1"))
        guard case .page(let session, _) = try await browse(.page(role: nil), refreshToken: "w1", name: name) else {
            Issue.record("not signed in")
            return
        }
        let account = try await signIn(credential())
        #expect(account.account.id == session.account && account.claims.nameToShow == "Test User 1")
        #expect(try await tokens(of: account.account) == [AppleDouble.web: "w1", AppleDouble.native: "r1"])
        let confirmation = FlowPurpose.confirmation(ReauthenticationPurpose(session: session.id, place: "there"))
        guard case .confirmed = try await browse(confirmation, refreshToken: "w2") else {
            Issue.record("not confirmed")
            return
        }
        #expect(try await tokens(of: account.account) == [AppleDouble.web: "w2", AppleDouble.native: "r1"])
    }

    @Test func `deleting the account removes its refresh tokens`() async throws {
        let result = try await accounts.signIn.signIn(with: try credential(), to: app, context: context)
        let caller = try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
        _ = try await accounts.deletion.deleteAccount(of: caller, context: context)
        #expect(try await tokens(of: result.view.account) == [:])
    }

    @Test func `a stated name is stored once and not replaced by a later one`() async throws {
        let name = try #require(UnverifiedName(given: "Test", family: "User 1"))
        let first = try await signIn(credential(code: nil, name: name))
        #expect(first.claims.nameToShow == "Test User 1")
        let second = try await signIn(credential(code: nil, name: UnverifiedName(given: "Other", family: nil)))
        #expect(second.claims.nameToShow == "Test User 1")
        _ = try await signIn(credential("2", code: nil))
        let late = try await signIn(credential("2", code: nil, name: name))
        #expect(late.claims.nameToShow == "Test User 1")
    }
}
