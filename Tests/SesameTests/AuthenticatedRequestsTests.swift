import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct AuthenticatedRequestsTests {
    let clock = ManualClock()
    let auth: MockAuthService
    let manager: AuthManager

    init() {
        auth = MockAuthService(clock: clock.clock, users: [.first])
        manager = AuthManager(service: auth, store: MemorySessionStore(), clock: clock.clock)
    }

    private func server() throws -> URL { try #require(URL(string: "https://sign-in.example.com")) }

    private func profiles(_ transport: RecordingTransport) throws -> SesameProfileService {
        SesameProfileService(server: try server(), app: "couple", auth: manager, transport: transport)
    }

    private func body(version: Int = 3) -> String {
        String(
            decoding: Profile.mock(of: "uid-1", version: version, ["name": "A"]).body.json.serialized(), as: UTF8.self)
    }

    @Test func `a save sends the profile's version and only what was changed`() async throws {
        try await manager.signIn(with: .anonymous)
        let transport = RecordingTransport(200, body(version: 4))
        let change = ProfileChange(
            fields: ["name": nil], steps: [OnboardingStep(rawValue: "one"), OnboardingStep(rawValue: "two")], version: 3
        )
        let profile = try await profiles(transport).save(change, for: "uid-1")
        #expect(profile.version == 4)
        let request = try #require(transport.requests.first)
        #expect("\(request)" == "PATCH /v1/me/profile")
        #expect(request.headers["If-Match"] == Secret("\"3\""))
        #expect(request.headers["Authorization"] == Secret("Bearer a-1"))
        let json = try JSONValue(parsing: Array(request.body.exposed.utf8))
        #expect(json == ["fields": ["name": nil], "onboarding": ["step": "two", "via": ["one"]]])
    }

    @Test func `a rejected token is refreshed once`() async throws {
        try await manager.signIn(with: .anonymous)
        let refusal = #"{"error":{"code":"not_authenticated","message":"m","requestID":"r"}}"#
        let transport = RecordingTransport(
            .success(TransportResponse(status: 401, body: Array(refusal.utf8))),
            .success(TransportResponse(status: 200, body: Array(body().utf8))))
        #expect(try await profiles(transport).load(for: "uid-1")?.version == 3)
        #expect(transport.requests.map { $0.headers["Authorization"]?.exposed } == ["Bearer a-1", "Bearer a-2"])
        let stubborn = RecordingTransport(401, refusal)
        await expectError(.notAuthenticated) { _ = try await profiles(stubborn).load(for: "uid-1") }
        #expect(stubborn.requests.count == 2)
    }

    @Test func `a rejected token of an ended session signs the user out`() async throws {
        let session = try await manager.signIn(with: .anonymous).session
        auth.end(session)
        let refusal = #"{"error":{"code":"session_ended","message":"m","requestID":"r"}}"#
        await expectError(.sessionEnded) { _ = try await profiles(RecordingTransport(401, refusal)).load(for: "uid-1") }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }

    @Test func `no request is sent in another user's name`() async throws {
        let transport = RecordingTransport(200, body())
        await expectError(.notAuthenticated) { _ = try await profiles(transport).load(for: "uid-1") }
        auth.users = [.second]
        try await manager.signIn(with: .anonymous)
        await expectError(.cancelled) { _ = try await profiles(transport).load(for: "uid-1") }
        #expect(transport.requests.isEmpty)
    }

    @Test func `no request is sent if the user changes while the token is refreshed`() async throws {
        try await manager.signIn(with: .anonymous)
        clock.advance(by: .seconds(900))
        auth.hold(.refresh)
        let transport = RecordingTransport(200, body())
        let service = try profiles(transport)
        let load = Task { try await service.load(for: "uid-1") }
        #expect(await eventually { auth.count(of: .refresh) == 1 })
        auth.users = [.second]
        try await manager.signIn(with: .google(idToken: Secret("t"), nonce: nil))
        auth.release(.refresh)
        await expectError(.cancelled) { _ = try await load.value }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a stale change throws an error with the newest profile`() async throws {
        try await manager.signIn(with: .anonymous)
        var body = ErrorBody(code: .preconditionFailed, message: "m", requestID: "r")
        body.stale = StaleProfileBody(presentedVersion: 3, profile: Profile.mock(of: "uid-1", version: 5).body)
        let transport = RecordingTransport(412, String(decoding: body.json.serialized(), as: UTF8.self))
        let service = try profiles(transport)
        let error = await #expect(throws: AuthError.self) {
            _ = try await service.save(ProfileChange(version: 3), for: "uid-1")
        }
        #expect(error?.newest?.uid == "uid-1" && error?.newest?.version == 5)
    }

    @Test func `a device is registered and removed by its installation id`() async throws {
        let session = try await manager.signIn(with: .anonymous).session
        let device = DeviceBody(
            installation: "i-1", kind: .fcmToken, platform: .ios, isCurrent: true, sessionID: "s-1", creationTime: 1,
            refreshTime: 1, expirationTime: 2)
        let transport = RecordingTransport { request in
            request.method == "DELETE"
                ? TransportResponse(status: 204) : TransportResponse(status: 200, body: device.json.serialized())
        }
        let service = SesamePushTokenService(
            server: try server(), app: "prysm", auth: manager, platform: .ios, transport: transport)
        try await service.register(.one, installation: "i-1", for: "uid-1")
        let request = try #require(transport.requests.first)
        #expect("\(request)" == "PUT /v1/me/devices/i-1")
        let json = try JSONValue(parsing: Array(request.body.exposed.utf8))
        #expect(json == ["kind": "fcm_token", "value": .string(PushToken.one.value.exposed), "platform": "ios"])
        // The session has ended on this device: its own token is used, not the token of the user who is signed in.
        await manager.signOut()
        try await service.remove(installation: "i-1", of: session)
        let last = try #require(transport.requests.last)
        #expect("\(last)" == "DELETE /v1/me/devices/i-1")
        #expect(last.headers["Authorization"] == Secret("Bearer a-1"))
    }

    @Test func `an HTML response is not taken for a registration or removal`() async throws {
        _ = try await manager.signIn(with: .anonymous)
        let service = SesamePushTokenService(
            server: try server(), auth: manager, transport: RecordingTransport(200, "<html>"))
        await #expect(throws: AuthError.self) {
            try await service.register(.one, installation: "i-1", for: "uid-1")
        }
        await #expect(throws: AuthError.self) { try await service.remove(installation: "i-1", of: .sample(1)) }
    }

    @Test func `removing a registration that is already gone succeeds`() async throws {
        let transport = RecordingTransport(404, #"{"error":{"code":"not_found","message":"m","requestID":"r"}}"#)
        let service = SesamePushTokenService(server: try server(), auth: manager, transport: transport)
        try await service.remove(installation: "i-1", of: .sample(1))
    }
}
