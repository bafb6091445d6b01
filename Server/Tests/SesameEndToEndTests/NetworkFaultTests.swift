import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

/// Tests of sessions on a bad network: faults never sign a user out, and never prevent the detection of a stolen token.
/// The app has no leeway for refresh tokens, which would hide a false sign-out, and a thief within it.
///
/// `SESAME_REFRESHES` is the number of refreshes (2,000 in `make test`, 10,000 in `make test-slow`), and `SESAME_SEED`
/// selects the faults.
@Suite(.serialized) struct NetworkFaultTests {
    static let refreshes = number("SESAME_REFRESHES") ?? 2_000
    static let seed = UInt64(number("SESAME_SEED") ?? 20_261_121)
    static let devices = 8

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    @Test func `a bad network never signs a user out, however often tokens are refreshed`() async throws {
        try await RunningServer.run(leeway: 0) { server in
            let total = Locked<[FaultyNetwork.Fault: Int]>([:])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.devices {
                    group.addTask {
                        try await FaultyNetwork.run(to: server.url, seed: Self.seed &+ UInt64(number)) { network in
                            let device = FaultyDevice(server: server, network: network)
                            try await device.signIn()
                            try await device.refresh(times: Self.refreshes / Self.devices)
                            network.calm()
                            #expect(try await device.status(of: device.manager.accessToken()) == 200)
                            total.withLock { $0.merge(network.counts, uniquingKeysWith: +) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // The test is meaningful only if every fault has occurred.
            let counts = total.withLock { $0 }
            for fault in FaultyNetwork.Fault.allCases {
                #expect(counts[fault, default: 0] > Self.refreshes / 100, "\(fault)")
            }
        }
    }

    @Test func `replaying an old refresh token ends the session on a bad network too`() async throws {
        try await expectDetection(thefts: 40) { device, thief in
            let stolen = try device.stolenSession()
            try await device.refresh(times: Int.random(in: 2...5))
            await #expect(throws: AuthError.self) { _ = try await thief.refresh(stolen) }
        }
    }

    @Test func `a thief's early refresh ends the session when the user refreshes`() async throws {
        try await expectDetection(thefts: 40) { device, thief in
            let stolen = try await thief.refresh(try device.stolenSession())
            #expect(try await device.status(of: stolen.accessToken, on: .good) == 200)
        }
    }

    /// Checks that the server detects each theft: the app is signed out because the session was revoked, and the tokens
    /// that the app stored before the theft are invalid.
    private func expectDetection(
        thefts: Int, _ theft: @escaping @Sendable (FaultyDevice, any AuthServiceProtocol) async throws -> Void
    ) async throws {
        try await RunningServer.run(leeway: 0) { server in
            try await FaultyNetwork.run(to: server.url, seed: Self.seed) { network in
                let thief = server.service
                for _ in 0..<thefts {
                    let device = FaultyDevice(server: server, network: network)
                    try await device.signIn()
                    try await device.refresh(times: 2)
                    let held = try device.stolenSession()
                    try await theft(device, thief)
                    #expect(await device.endedReason() == .ended(.sessionRevoked))
                    #expect(try device.store.load() == nil)
                    await #expect(throws: AuthError.self) { _ = try await thief.refresh(held) }
                    #expect(try await device.status(of: held.accessToken, on: .good) == 401)
                }
            }
        }
    }
}

/// An app on a device whose SDK reaches the server only through a bad network.
struct FaultyDevice: Sendable {
    /// The path of a request: directly to the server, or through the faulty network.
    enum Way { case good, bad }

    let manager: AuthManager
    let store = MockSessionStore()
    private let transport = URLSessionTransport()
    private let server: RunningServer
    private let network: FaultyNetwork

    init(server: RunningServer, network: FaultyNetwork) {
        self.server = server
        self.network = network
        manager = AuthManager(
            .production(server: network.url, app: "couple", storage: .mock(sessions: store), transport: transport))
    }

    /// Returns the session as a thief reads it from the store.
    func stolenSession() throws -> Session { try #require(try store.load()) }

    func signIn() async throws {
        while true {
            do throws(AuthError) {
                try await manager.signInAnonymously()
                return
            } catch {
                try expectNetworkFault(error)
            }
        }
    }

    /// Gets new tokens the given number of times, and uses some of them. Fails if the app is signed out.
    func refresh(times: Int) async throws {
        var token: Secret?
        for turn in 0..<times {
            let fresh = try await freshToken(inPlaceOf: token)
            token = fresh
            // The server handles a repeated refresh depending on the use of the new token.
            if turn.isMultiple(of: 3), let status = try? await status(of: fresh, on: .bad) { try expectService(status) }
        }
    }

    /// Refreshes until the app has signed the user out, and returns the reason; nil if a restore still finds the
    /// session, or after 1,000 refreshes.
    func endedReason() async -> SignOutReason? {
        for _ in 0..<1_000 where manager.auth != nil {
            _ = try? await manager.accessToken(rejecting: (try? store.load())?.accessToken ?? Secret(""))
        }
        if case .signedOut(let reason) = await manager.restore() { return reason }
        return nil
    }

    /// Returns the status of `GET /v1/me` with an access token.
    func status(of token: Secret, on way: Way = .good) async throws(AuthError) -> Int {
        let address = way == .good ? server.url : network.url
        return try await transport.send(
            TransportRequest(
                method: "GET", url: address.appendingPathComponent("v1/me"),
                headers: ["Authorization": Secret("Bearer \(token.exposed)")])
        ).status
    }

    private func freshToken(inPlaceOf token: Secret?) async throws -> Secret {
        while true {
            do throws(AuthError) {
                let current = try await manager.accessToken()
                return try await manager.accessToken(rejecting: token ?? current)
            } catch {
                try expectNetworkFault(error)
            }
        }
    }

    private func expectNetworkFault(_ error: AuthError) throws {
        let faults: Set<AuthError.Code> = [.offline, .providerUnavailable, .storageUnavailable]
        try #require(faults.contains(error.code), "\(error)")
    }

    /// Expects success, or a status that the faulty network sends: a portal's page (200), redirect (302) or refusal
    /// (401), or a proxy's 502.
    private func expectService(_ status: Int) throws {
        try #require([200, 302, 401, 502].contains(status))
    }
}
