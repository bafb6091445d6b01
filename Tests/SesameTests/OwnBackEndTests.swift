import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of requests to the app's own back end.
@Suite struct OwnBackEndTests {
    let clock = ManualClock()
    let service: MockAuthService
    let auth: AuthManager
    let url = URL(fileURLWithPath: "/films")

    init() {
        service = MockAuthService(clock: clock.clock, users: [.first, .second])
        auth = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
    }

    private func tokens(_ network: RecordingTransport) -> [Secret?] {
        network.requests.map { $0.headers["Authorization"] }
    }

    @Test func `a rejected token is replaced once, and the request is sent again unchanged`() async throws {
        let user = try await auth.signIn(with: .apple(user: "u")).user
        let first = try await auth.accessToken()
        let network = RecordingTransport { request throws(AuthError) in
            .init(status: request.headers["Authorization"] == Secret("Bearer \(first.exposed)") ? 401 : 200)
        }
        var request = TransportRequest(method: "POST", url: url, body: Secret("b"))
        request.headers = ["authorization": Secret("mine"), "Accept": Secret("text/plain")]
        #expect(try await auth.send(request, for: user.uid, by: network).status == 200)
        let second = try await auth.accessToken()
        #expect(tokens(network) == [first, second].map { Secret("Bearer \($0.exposed)") } && first != second)
        #expect(network.requests.allSatisfy { $0.body == Secret("b") && $0.headers.count == 2 && $0.method == "POST" })
        #expect(service.count(of: .refresh) == 1)
    }

    @Test(arguments: [200, 404, 500]) func `any other response is returned as it is`(status: Int) async throws {
        let user = try await auth.signIn(with: .apple(user: "u")).user
        let network = RecordingTransport { _ in .init(status: status) }
        let request = TransportRequest(method: "GET", url: url)
        #expect(try await auth.send(request, for: user.uid, by: network).status == status)
        #expect(network.requests.count == 1 && service.count(of: .refresh) == 0)
    }

    @Test func `a request whose token is always rejected is sent only twice`() async throws {
        let user = try await auth.signIn(with: .apple(user: "u")).user
        let network = RecordingTransport { _ in .init(status: 401) }
        let request = TransportRequest(method: "GET", url: url)
        #expect(try await auth.send(request, for: user.uid, by: network).status == 401)
        #expect(network.requests.count == 2 && auth.auth == user)
    }

    @Test func `a request is not sent for a user after another one has signed in`() async throws {
        let first = try await auth.signIn(with: .apple(user: "u")).user
        let network = RecordingTransport { [auth] _ throws(AuthError) in
            try await auth.signIn(with: .apple(user: "v"))
            return .init(status: 401)
        }
        let request = TransportRequest(method: "GET", url: url)
        await expectError(.cancelled) { _ = try await auth.send(request, for: first.uid, by: network) }
        #expect(network.requests.count == 1 && auth.auth?.uid != first.uid)
        await expectError(.cancelled) { _ = try await auth.send(request, for: first.uid, by: network) }
        #expect(network.requests.count == 1)
    }
}
