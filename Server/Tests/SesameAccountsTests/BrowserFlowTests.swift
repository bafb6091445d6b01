import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct BrowserFlowTests {
    private let storage: TestStorage
    private let system: Services
    private let app: App
    private let browser = Secret(String(repeating: "b", count: 43))
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        app = try #require(TestApp.make())
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        system = Services(
            storage: storage.engine, environment: storage.environment, credentials: CredentialVerifier([:]),
            keys: keys, masterKey: masterKey, publicURL: "http://127.0.0.1:8080")
    }

    private func begin(_ purpose: FlowPurpose = .page(role: nil)) throws -> Secret {
        try system.authorization.beginFlow(with: .google, to: app, for: purpose, browser: browser).state
    }

    /// Receives a provider response with a user's token, and returns the handle of the next step. Throws if the flow
    /// has already received a response.
    private func answer(_ state: Secret, subject: String = "1", token: UInt8 = 1) async throws -> Secret? {
        let flow = try #require(try await system.authorization.flow(of: state, from: .google))
        let now = storage.clock.now
        let verified = VerifiedIdentity(
            provider: "google", subject: subject, clientID: "client", issuedAt: now,
            expiresAt: now.addingTimeInterval(3600), carriesNonce: true, tokenDigest: [token])
        return try await system.authorization.hold(
            CallbackIdentity(FilteredIdentity(verified, from: .google, to: app), flow: flow), state: state)
    }

    private func finish(_ handle: Secret, browser: Secret? = nil, sessionCookie: Secret? = nil) async throws
        -> FlowResult
    {
        try await system.authorization.finishFlow(
            handle, browser: browser ?? self.browser, sessionCookie: sessionCookie, apps: AppDirectory([app]),
            context: context)
    }

    private func signIn(subject: String = "1", token: UInt8) async throws -> Session {
        let end = try await finish(try #require(try await answer(begin(), subject: subject, token: token)))
        guard case .page(let session, _) = end else { throw NotSignedIn() }
        return session
    }

    private struct NotSignedIn: Error {}

    @Test func `a flow accepts one token, even from parallel responses`() async throws {
        let state = try begin()
        let flow = try #require(try await system.authorization.flow(of: state, from: .google))
        let now = storage.clock.now
        let handles = try await withThrowingTaskGroup(of: Secret?.self) { group in
            for token in UInt8(0)..<20 {
                group.addTask {
                    let verified = VerifiedIdentity(
                        provider: "google", subject: "1", clientID: "client", issuedAt: now,
                        expiresAt: now.addingTimeInterval(3600), carriesNonce: true, tokenDigest: [token])
                    return try await system.authorization.hold(
                        CallbackIdentity(FilteredIdentity(verified, from: .google, to: app), flow: flow), state: state)
                }
            }
            return try await group.reduce(into: [Secret]()) { handles, handle in
                if let handle { handles.append(handle) }
            }
        }
        #expect(handles.count == 1)
        #expect(try await system.authorization.flow(of: state, from: .google) == nil)
    }

    @Test func `a flow is valid for its provider and lifetime and stores no row`() async throws {
        let state = try begin()
        #expect(try await system.authorization.flow(of: state, from: .apple) == nil)
        #expect(try await system.authorization.flow(of: state, from: .google) != nil)
        let row = try await storage.engine.read { reader throws(StorageError) in
            try reader.flow(digest(state.exposed.utf8))
        }
        #expect(row == nil)
        storage.clock.advance(by: BrowserFlow.lifetime)
        #expect(try await system.authorization.flow(of: state, from: .google) == nil)
    }

    @Test func `a rejected token uses up its flow`() async throws {
        let state = try begin()
        let flow = try #require(try await system.authorization.flow(of: state, from: .google))
        await #expect(throws: AccountError.self) {
            _ = try await system.authorization.handleCallback(
                ProviderTokens(idToken: Secret("token"), refreshToken: Secret("refresh")), for: flow, to: app,
                state: state,
                clientID: "client", statedName: nil)
        }
        #expect(try await system.authorization.flow(of: state, from: .google) == nil)
    }

    @Test(
        arguments: [(0, 119, true), (0, 120, false), (500, 99, true), (500, 100, false)]
            as [(TimeInterval, TimeInterval, Bool)])
    func `a sign-in must finish within two minutes and within the lifetime of its flow`(
        away: TimeInterval, rest: TimeInterval, ends: Bool
    ) async throws {
        let state = try begin()
        storage.clock.advance(by: away)
        let handle = try #require(try await answer(state))
        storage.clock.advance(by: rest)
        switch try await finish(handle) {
        case .page: #expect(ends)
        case .expired: #expect(!ends)
        default: Issue.record("another end")
        }
    }

    @Test func `only the browser that started a sign-in can finish it, once`() async throws {
        let handle = try #require(try await answer(begin()))
        for other in [Secret(String(repeating: "c", count: 43)), Secret("b")] {
            guard case .otherBrowser = try await finish(handle, browser: other) else { throw NotSignedIn() }
        }
        guard case .page = try await finish(handle) else { throw NotSignedIn() }
        guard case .expired = try await finish(handle) else { throw NotSignedIn() }
    }

    private func linking(_ session: Session, token: UInt8) async throws -> Secret {
        let state = try begin(.link(LinkingSession(session.id)))
        return try #require(try await answer(state, subject: "new", token: token))
    }

    private func owner(of subject: String) async throws -> AccountID? {
        try await storage.engine.read { [app] reader throws(StorageError) in
            try reader.identity(.google, subject: subject, in: app.id)?.account
        }
    }

    @Test func `only the session that started a link can finish it`() async throws {
        let caller = try await guest()
        let other = try await signIn(token: 1)
        let handle = try await linking(caller, token: 2)
        guard case .otherBrowser = try await finish(handle, sessionCookie: system.sessions.sessionCookie(of: other.id))
        else {
            throw NotSignedIn()
        }
        #expect(try await owner(of: "new") == nil)
        guard case .linked = try await finish(handle, sessionCookie: system.sessions.sessionCookie(of: caller.id))
        else {
            throw NotSignedIn()
        }
        #expect(try await owner(of: "new") == caller.account)
    }

    @Test(arguments: [nil, "", "ws_AAAA"] as [String?])
    func `a link without its session is rejected`(cookie: String?) async throws {
        let caller = try await guest()
        let end = try await finish(try await linking(caller, token: 1), sessionCookie: cookie.map { Secret($0) })
        guard case .refused(let refusal, _, _) = end else { throw NotSignedIn() }
        #expect(refusal.code == .sessionEnded)
        #expect(try await owner(of: "new") == nil)
    }

    private func guest() async throws -> Session {
        let tokens = try await system.signIn.signInAnonymously(to: app, context: context).tokens(system)
        return try await system.sessions.authenticate(tokens.accessToken, app: app, apps: AppDirectory([app])).session
    }

    @Test(arguments: [true, false])
    func `an authorization code works only while its identity is linked`(isUnlinked: Bool) async throws {
        let verifier = Secret(String(repeating: "v", count: 43))
        let request = ClientRequest(
            redirectURI: "http://127.0.0.1:1/", state: nil, challenge: CodeChallenge(of: verifier), role: nil)
        let end = try await finish(try #require(try await answer(begin(.client(request)))))
        guard case .client(_, let code) = end else { throw NotSignedIn() }
        if isUnlinked {
            try await storage.engine.write { [app] transaction throws(StorageError) in
                guard let identity = try transaction.identity(.google, subject: "1", in: app.id) else { return }
                try transaction.delete(identity)
            }
        }
        let refused = try await outcome {
            _ = try await system.authorization.redeem(
                code, client: app, redirectURI: request.redirectURI, verifier: verifier, context: context)
        }
        #expect(refused == (isUnlinked ? .invalidToken : nil))
    }

    private func outcome(_ body: () async throws -> Void) async throws -> AuthError.Code? {
        do {
            try await body()
            return nil
        } catch let refusal as AccountError {
            return refusal.code
        }
    }

    @Test func `a confirmation renews the sign-in time and starts no new session`() async throws {
        let session = try await signIn(token: 1)
        storage.clock.advance(by: 400)
        let state = try begin(.confirmation(ReauthenticationPurpose(session: session.id, place: "there")))
        let handle = try #require(try await answer(state, token: 2))
        guard case .confirmed(_, "there") = try await finish(handle) else { throw NotSignedIn() }
        let now = storage.clock.now
        let (sessions, events) = try await storage.engine.read { reader throws(StorageError) in
            (
                try reader.sessions(of: session.account, in: app.id),
                try reader.events(of: session.account, in: app.id, limit: 1)
            )
        }
        #expect(sessions.map(\.id) == [session.id] && sessions.first?.authTime == now)
        #expect(events.map(\.kind) == [.confirmed])
    }

    @Test func `a confirmation by another user is rejected and changes nothing`() async throws {
        let session = try await signIn(token: 1)
        for (subject, token) in [("2", UInt8(2)), ("3", 3)] {
            if subject == "3" { _ = try await signIn(subject: "3", token: 9) }
            let state = try begin(.confirmation(ReauthenticationPurpose(session: session.id, place: "there")))
            let handle = try #require(try await answer(state, subject: subject, token: token))
            guard case .refused(let refusal, _, nil) = try await finish(handle) else { throw NotSignedIn() }
            #expect(refusal.code == .reauthenticationRequired)
        }
        let stored = try await storage.engine.read { reader throws(StorageError) in try reader.session(session.id) }
        #expect(stored == session)
    }
}
