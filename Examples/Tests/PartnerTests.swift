import CoupleExample
import Foundation
import Sesame
import SesameTesting
import Testing

/// Tests of the couple app and its own back end.
@MainActor @Suite struct PartnerTests {
    private let user = UserAuthInfo.mock(uid: "uid-1")
    private let server = MockProfileService(.mock(of: "uid-1"))
    private let auth: AuthManager
    private let profiles: ProfileStore

    init() async throws {
        auth = AuthManager(service: MockAuthService(users: [.mock(uid: "uid-1")]), store: MockSessionStore())
        profiles = ProfileStore(service: server, auth: auth, storage: .memory)
        try await auth.signIn(using: AgreeableSheet())
    }

    private func service(_ transport: RecordingTransport) throws -> PartnerService {
        PartnerService(
            try #require(URL(string: "https://couple.example.com")), auth: auth, profiles: profiles,
            transport: transport)
    }

    @Test func `a partner code is requested with the user's access token`() async throws {
        let transport = RecordingTransport(200, #"{"code": "K7QFMX2DA"}"#)
        #expect(try await service(transport).code(for: user) == "K7QFMX2DA")
        let request = try #require(transport.requests.first)
        #expect(request.method == "POST" && request.url.path == "/partner-code")
        #expect(request.headers["Authorization"]?.exposed.hasPrefix("Bearer ") == true)
    }

    @Test func `each response to a code maps to an outcome and reloads the profile`() async throws {
        let outcomes: [(Int, String, PartnerService.Outcome)] = [
            (200, #"{"partnerId": "uid-2"}"#, .taken), (404, #"{"error": "unknown_code"}"#, .unknown),
            (409, #"{"error": "own_code"}"#, .own), (409, #"{"error": "has_partner"}"#, .hasPartner),
        ]
        for (status, body, outcome) in outcomes {
            let transport = RecordingTransport(status, body)
            let before = server.calls.count
            #expect(try await service(transport).connect(user, by: "k7qf-mx2da") == outcome)
            #expect(transport.requests.first?.body.exposed == #"{"code":"k7qf-mx2da"}"#)
            #expect(server.calls.count > before)
        }
    }

    @Test func `redeeming a gift and leaving a partner send the right requests`() async throws {
        let transport = RecordingTransport(200, "{}")
        #expect(try await service(transport).redeem("GIFT", for: user) == .taken)
        try await service(transport).part(user)
        #expect(transport.requests.map(\.description) == ["POST /subscription", "DELETE /partner"])
        #expect(transport.requests.last?.body.exposed.isEmpty == true)
    }

    @Test func `too many attempts throw rateLimited, whatever the request`() async throws {
        let service = try service(RecordingTransport(429, #"{"error": "too_many_tries"}"#))
        for act in [
            { () async throws in _ = try await service.code(for: user) }, { try await service.part(user) },
            { _ = try await service.redeem("GIFT", for: user) },
        ] {
            let error = await #expect(throws: AuthError.self) { try await act() }
            #expect(error?.code == .rateLimited)
        }
    }

    @Test func `a user with a partner gets no code`() async throws {
        #expect(try await service(RecordingTransport(409, #"{"error": "has_partner"}"#)).code(for: user) == nil)
    }

    @Test func `an unexpected response throws an error and does not reload the profile`() async throws {
        let before = server.calls.count
        for transport in [RecordingTransport(503, #"{"error": "unavailable"}"#), RecordingTransport(502, "<html>")] {
            await #expect(throws: AuthError.self) { try await service(transport).redeem("GIFT", for: user) }
            await #expect(throws: AuthError.self) { try await service(transport).part(user) }
        }
        #expect(server.calls.count == before)
    }
}
