import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

@Suite struct RecordingTests {
    let request: TransportRequest

    init() throws {
        request = TransportRequest(
            method: "POST", url: try #require(URL(string: "https://auth.example.com/v1/sessions/refresh")),
            headers: ["Authorization": Secret("Bearer opensesame")], body: Secret("{\"refreshToken\": \"opensesame\"}"))
    }

    @Test func `requests are recorded, and printed without their secrets`() async throws {
        let transport = RecordingTransport(204, "")
        _ = try await transport.send(request)
        #expect(transport.requests.map(\.method) == ["POST"])
        #expect(transport.requests.first?.body.exposed.contains("opensesame") == true)
        #expect(transport.count(of: "/v1/sessions/refresh") == 1)
        #expect(transport.count(of: "/v1/me") == 0)
        var dumped = ""
        dump(transport.requests, to: &dumped)
        #expect(!"\(transport.requests)\(dumped)\(String(reflecting: transport.requests))".contains("opensesame"))
    }

    @Test func `responses are returned in order, and the last one repeats`() async throws {
        let transport = RecordingTransport(
            .success(TransportResponse(status: 503)), .success(TransportResponse(status: 200)))
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await transport.send(request).status) }
        #expect(statuses == [503, 200, 200])
    }

    @Test func `a transport without responses is offline`() async {
        let error = await #expect(throws: AuthError.self) { _ = try await RecordingTransport().send(request) }
        #expect(error?.code == .offline)
    }

    @Test func `requests can be passed on to another transport`() async throws {
        let far = RecordingTransport(418, "")
        let near = RecordingTransport(passingTo: far)
        #expect(try await near.send(request).status == 418)
        #expect((near.requests.count, far.requests.count) == (1, 1))
    }

    @Test func `a mock store fails for one operation, or for all of them`() throws {
        let store = MockSessionStore(.sample(1))
        store.fail(.write(.session), with: AuthError(.storageUnavailable, ""))
        #expect(throws: AuthError.self) { try store.save(.sample(2)) }
        #expect(try store.load() == .sample(1))
        store.fail(with: AuthError(.storageLocked, ""))
        #expect(throws: AuthError.self) { try store.load() }
        #expect(throws: AuthError.self) { try store.tryLease() }
        store.fail(with: nil)
        try store.save(.sample(3))
        #expect(store.savedSessions == [.sample(3)])
    }
}
