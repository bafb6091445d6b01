import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of a user's sessions: in the manager, in requests to a Sesame server, and on the account screen.
@MainActor @Suite struct AccountSessionTests {
    private static let credential = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))

    private let clock = ManualClock()
    private let log = RecordingLog()
    private let service: MockAuthService
    private let manager: AuthManager
    private let state: AppState

    init() async throws {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MockSessionStore(), log: log, clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
        try await manager.signIn(with: Self.credential)
    }

    /// Signs in the user on another device, a minute after the first sign-in.
    private func signInElsewhere() async throws -> Session {
        clock.advance(by: .seconds(60))
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        return try await other.signIn(with: Self.credential).session
    }

    private func other() async throws -> AccountSession {
        try #require(try await manager.sessions().first { !$0.isCurrent })
    }

    // MARK: Manager

    @Test func `sessions are listed newest first, and the current one is marked`() async throws {
        let tablet = try await signInElsewhere()
        let sessions = try await manager.sessions()
        #expect(sessions.map(\.id) == [tablet.id, "s-1"] && sessions.map(\.isCurrent) == [false, true])
        #expect(sessions.map(\.method) == ["google", "google"])
        #expect(sessions[0].creationDate == clock.now && sessions[0].lastRefreshDate == clock.now)
    }

    @Test func `ending another session signs out only that device`() async throws {
        let tablet = try await signInElsewhere()
        try await manager.endSession(try await other())
        await #expect(throws: AuthError.self) { try await service.refresh(tablet) }
        #expect(try await manager.sessions().map(\.isCurrent) == [true] && manager.auth != nil)
        #expect(log.lines.contains { $0.hasPrefix("other_sessions_ended") })
    }

    @Test func `ending a session that has already ended is not an error`() async throws {
        let tablet = try await signInElsewhere()
        let listed = try await other()
        service.end(tablet)
        try await manager.endSession(listed)
        #expect(manager.auth != nil)
    }

    @Test func `ending this device's session signs out and revokes it`() async throws {
        let own = try #require(try await manager.sessions().first)
        try await manager.endSession(own)
        #expect(manager.auth == nil && service.count(of: .sessionEnd) == 0)
        await manager.sendPendingRevocations()
        #expect(service.revoked == ["r-1"])
    }

    @Test func `ending a session that reauthentication has made this device's own signs out`() async throws {
        // A browser code begins another session in place of the requesting one: the next session is s-3.
        let code = AuthorizationCode(code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "hello")
        let begun = try await manager.signIn(with: .authorizationCode(code)).session
        #expect(begun.id == "s-2")
        let listed = AccountSession(id: "s-3", method: "browser", isCurrent: false, creationDate: clock.now)
        try await manager.endSession(listed, confirmedBy: .authorizationCode(code))
        #expect(manager.auth == nil && service.count(of: .reauthenticate) == 1 && service.count(of: .sessionEnd) == 0)
    }

    @Test func `another session ends after reauthentication with a fresh credential`() async throws {
        let tablet = try await signInElsewhere()
        try await manager.endSession(try await other(), confirmedBy: Self.credential)
        #expect(service.count(of: .reauthenticate) == 1)
        await #expect(throws: AuthError.self) { try await service.refresh(tablet) }
    }

    @Test func `ending a session from another account's list throws notFound and ends nothing`() async throws {
        _ = try await signInElsewhere()
        let listed = try await manager.sessions()
        try await manager.signIn(with: .google(idToken: Secret("person 2"), nonce: Nonce(Secret("n"))))
        for session in listed {
            await expectError(.notFound) { try await manager.endSession(session) }
        }
        #expect(manager.auth != nil && service.count(of: .sessionEnd) == 0)
        #expect(!log.lines.contains { $0.hasPrefix("other_sessions_ended") })
    }

    @Test func `all other sessions end, after reauthentication if the server requires it`() async throws {
        let others = [try await signInElsewhere(), try await signInElsewhere()]
        service.fail(.otherSessionsEnd, with: AuthError(.reauthenticationRequired, "a test's"))
        let error = await #expect(throws: AuthError.self) { try await manager.endOtherSessions() }
        #expect(error?.code == .reauthenticationRequired)
        service.fail(.otherSessionsEnd, with: nil)
        try await manager.endOtherSessions(confirmedBy: Self.credential)
        #expect(service.count(of: .reauthenticate) == 1 && manager.auth != nil)
        for other in others { await #expect(throws: AuthError.self) { try await service.refresh(other) } }
    }

    // MARK: Requests

    private static let body = """
        {"sessions": [{"id": "s-2", "isCurrent": false, "method": "apple", "creationTime": 1800000000, \
        "lastRefreshTime": 1800000900, "expirationTime": 1805000000}]}
        """

    private func service(_ answers: TransportResponse...) -> (SesameAuthService, RecordingTransport) {
        let rest = Locked(answers)
        let transport = RecordingTransport { _ throws(AuthError) in
            rest.withLock { $0.isEmpty ? TransportResponse(status: 500) : $0.removeFirst() }
        }
        return (
            SesameAuthService(
                server: URL(string: "https://auth.example.com").unsafelyUnwrapped, app: "hello", transport: transport),
            transport
        )
    }

    @Test func `sessions are requested with the access token and decoded`() async throws {
        let (service, transport) = service(TransportResponse(status: 200, body: Array(Self.body.utf8)))
        let sessions = try await service.sessions(of: .sample(1))
        #expect(
            sessions == [
                AccountSession(
                    id: "s-2", method: "apple", isCurrent: false,
                    creationDate: Date(timeIntervalSince1970: 1_800_000_000),
                    lastRefreshDate: Date(timeIntervalSince1970: 1_800_000_900))
            ])
        let request = try #require(transport.requests.first)
        #expect(request.description == "GET /v1/sessions" && request.headers["Authorization"] == Secret("Bearer a-1"))
    }

    @Test func `ending one session or all others sends the matching DELETE request`() async throws {
        let (service, transport) = service(TransportResponse(status: 204), TransportResponse(status: 204))
        try await service.endSession("s-2", of: .sample(1))
        try await service.endOtherSessions(of: .sample(1))
        #expect(transport.requests.map(\.description) == ["DELETE /v1/sessions/s-2", "DELETE /v1/sessions"])
    }

    @Test(arguments: ["", "current"])
    func `an empty session id, or current, is rejected without a request`(id: String) async throws {
        let (service, transport) = service()
        await expectError(.notFound) { try await service.endSession(id, of: .sample(1)) }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["../me", "a/b", "."])
    func `a session id cannot lead to another path`(id: String) async throws {
        let (service, transport) = service(TransportResponse(status: 204))
        try await service.endSession(id, of: .sample(1))
        let path = try #require(transport.requests.first).url.absoluteString
        #expect(path.hasPrefix("https://auth.example.com/v1/sessions/") && path.split(separator: "/").count == 5)
        #expect(!path.hasSuffix("/.") && !path.contains(".."))
    }

    // MARK: Screen

    @Test func `the screen lists this device first and reflects ended sessions`() async throws {
        _ = try await signInElsewhere()
        _ = try await signInElsewhere()
        let sessions = AccountData(sessionsOf: state)
        await sessions.load()
        #expect(sessions.value?.map(\.isCurrent) == [true, false, false])
        await state.endSession(try #require(sessions.value?[1]))
        await sessions.load()
        #expect(sessions.value?.map(\.isCurrent) == [true, false])
        await state.endOtherSessions()
        await sessions.load()
        #expect(sessions.value?.map(\.isCurrent) == [true] && state.problem == nil && !state.isBusy)
        await state.endSession(try #require(sessions.value?.first))
        #expect(state.currentUser == nil)
    }

    @Test func `ending a session that requires confirmation completes after reauthentication`() async throws {
        let tablet = try await signInElsewhere()
        let listed = try await other()
        service.fail(.sessionEnd, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.endSession(listed)
        #expect(state.unconfirmed == .endingSession(listed) && state.problem?.code == .reauthenticationRequired)
        service.fail(.sessionEnd, with: nil)
        await state.confirm(.endingSession(listed), by: Self.credential)
        #expect(state.unconfirmed == nil && state.problem == nil)
        await #expect(throws: AuthError.self) { try await service.refresh(tablet) }
    }

    @Test func `a failed load reports its error and leaves the known sessions`() async throws {
        let sessions = AccountData(sessionsOf: state)
        await sessions.load()
        service.fail(.sessions, with: AuthError(.offline, "a test's"))
        await sessions.load()
        #expect(sessions.problem?.code == .offline && sessions.value?.count == 1)
        service.fail(.sessions, with: nil)
        await sessions.load()
        #expect(sessions.problem == nil)
    }

    @Test func `a back end that lists no sessions causes no problem`() async throws {
        service.fail(.sessions, with: AuthError(.providerRequired, "a test's"))
        let sessions = AccountData(sessionsOf: state)
        await sessions.load()
        #expect(sessions.value == nil && sessions.problem == nil)
    }

    @Test func `a load after a sign-out removes the list`() async throws {
        let sessions = AccountData(sessionsOf: state)
        await sessions.load()
        #expect(sessions.value?.count == 1)
        await manager.signOut()
        await sessions.load()
        #expect(sessions.value == nil)
    }

    @Test func `a list that arrives after a sign-out is ignored`() async throws {
        let sessions = AccountData(sessionsOf: state)
        service.hold(.sessions)
        async let late: Void = sessions.load()
        #expect(await eventually { service.count(of: .sessions) == 1 })
        await manager.signOut()
        service.release(.sessions)
        await late
        #expect(sessions.value == nil && sessions.problem == nil)
    }

    @Test func `a late list is ignored after a newer load`() async throws {
        let sessions = AccountData(sessionsOf: state)
        service.delay(.sessions, by: .seconds(5))
        async let late: Void = sessions.load()
        #expect(await eventually { clock.sleeperCount == 1 })
        service.delay(.sessions, by: nil)
        service.failNext(.sessions, with: AuthError(.offline, "a test's"))
        await sessions.load()
        #expect(sessions.problem?.code == .offline)
        clock.advance(by: .seconds(5))
        await late
        #expect(sessions.problem?.code == .offline && sessions.value == nil)
    }
}
