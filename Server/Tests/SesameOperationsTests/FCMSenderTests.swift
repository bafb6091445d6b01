import Foundation
import Logging
import NIOCore
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameWire
import Testing

@testable import SesameOperations

/// Tests of the sender with the development FCM, on a real socket.
struct FCMSenderTests {
    /// A development FCM, with the server's sender for it.
    private struct Peer {
        let providers: DevelopmentProviders
        let sender: FCMSender
        let app: AppID

        func send(_ value: String = "token", in app: AppID? = nil) async throws -> PushDeliveryResult {
            await sender.send(
                OutgoingPush(
                    id: "push-id", app: app ?? self.app,
                    receiver: .address(try #require(DevicePushToken(.fcmToken, Secret(value)))),
                    message: try PushMessage(json: ["notification": ["title": "T"]]),
                    expiresAt: providers.clock.now.addingTimeInterval(60), now: providers.clock.now))
        }

        func fault(_ error: String, _ more: JSONObject = [:]) async throws {
            var body: JSONObject = ["error": .string(error)]
            for member in more.members { body[member.name] = member.value }
            let request = try HTTPRequest(
                method: .POST, target: "/__dev/fcm/faults",
                headers: ["Content-Type": "application/json", "Host": "localhost"], body: body.serialized(),
                peer: .loopback)
            let answer = await Router(surfaces: providers.surfaces).answer(request)
            #expect(answer.status == .ok)
        }

        func count(_ path: String) -> Int { providers.requests.counts[path] ?? 0 }
    }

    private static let keys = ProviderKeySource.reusing(1)

    private func run(_ body: (Peer) async throws -> Void) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let providers = DevelopmentProviders(apps: [DevelopmentApp(name: "prysm")], keys: Self.keys)
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(port: 0, eventLoopCount: 1),
            router: Router(surfaces: providers.surfaces),
            logger: logger)
        let url = "http://127.0.0.1:\(try await server.listen())"
        let app = try #require(AppID("prysm"))
        let account = try #require(ServiceAccount(try await providers.fcm.serviceAccount(of: "prysm", baseURL: url)))
        let sender = FCMSender(
            client: HTTPClient(allowsPlainHTTP: true), addresses: DevelopmentServices.test(at: url).push,
            accounts: [app: account],
            logger: logger)
        var failure: (any Error)?
        do {
            try await body(Peer(providers: providers, sender: sender, app: app))
        } catch {
            failure = error
        }
        await server.shutdown(grace: .zero)
        if let failure { throw failure }
    }

    private static let token = "/fcm/token"
    private static let messages = "/fcm/v1/projects/prysm/messages:send"

    @Test func `many pushes share one access token until it is about to expire`() async throws {
        try await run { peer in
            try await withThrowingTaskGroup(of: PushDeliveryResult.self) { group in
                for number in 0..<6 { group.addTask { try await peer.send("\(number)") } }
                for try await answer in group { #expect(answer == .sent) }
            }
            #expect(peer.count(Self.token) == 1 && peer.providers.fcm.messages.count == 6)
            try peer.providers.clock.advance(by: 3_590)
            #expect(try await peer.send() == .sent)
            #expect(peer.count(Self.token) == 2)
        }
    }

    @Test func `a rejected access token is renewed once`() async throws {
        try await run { peer in
            try await peer.fault("UNAUTHENTICATED", ["times": 1])
            #expect(try await peer.send() == .sent)
            #expect(peer.count(Self.token) == 2 && peer.count(Self.messages) == 2)
            try await peer.fault("UNAUTHENTICATED")
            #expect(try await peer.send() == .failed("UNAUTHENTICATED", retryAfter: 300))
            #expect(peer.count(Self.token) == 3 && peer.count(Self.messages) == 4)
        }
    }

    @Test(arguments: [
        ("UNREGISTERED", PushDeliveryResult.gone), ("INVALID_TOKEN", .gone),
        ("INVALID_ARGUMENT", .refused("INVALID_ARGUMENT")),
        ("SENDER_ID_MISMATCH", .senderMismatch), ("QUOTA_EXCEEDED", .failed("QUOTA_EXCEEDED", retryAfter: 60)),
        ("INTERNAL", .failed("INTERNAL", retryAfter: nil)), ("UNAVAILABLE", .failed("UNAVAILABLE", retryAfter: nil)),
        ("THIRD_PARTY_AUTH_ERROR", .failed("THIRD_PARTY_AUTH_ERROR", retryAfter: 300)),
        ("NOT_FOUND", .failed("NOT_FOUND", retryAfter: 300)), ("LOST_ANSWER", .failed("HTTP_504", retryAfter: nil)),
    ])
    func `an FCM error becomes a delivery result and affects only its receiver`(
        error: String, answer: PushDeliveryResult
    ) async throws {
        try await run { peer in
            try await peer.fault(error, ["receiver": "token"])
            #expect(try await peer.send() == answer)
            #expect(try await peer.send("other") == .sent)
        }
    }

    @Test func `no message of an app is sent to FCM before its Retry-After has passed`() async throws {
        try await run { peer in
            try await peer.fault("UNAVAILABLE", ["retryAfter": 3000, "times": 1])
            #expect(try await peer.send() == .failed("UNAVAILABLE", retryAfter: 3000))
            let second = try await peer.send("other")
            guard case .waiting = second else {
                Issue.record("FCM was asked: \(second)")
                return
            }
            #expect(peer.count(Self.messages) == 1)
            try peer.providers.clock.advance(by: 3001)
            #expect(try await peer.send("other") == .sent)
        }
    }

    @Test func `a cancelled send still waits for FCM's response`() async throws {
        try await run { peer in
            let sending = Task { try await peer.send() }
            sending.cancel()
            let answer = try await sending.value
            #expect(answer == .sent)
            #expect(peer.providers.fcm.messages.count == 1)
        }
    }

    @Test func `an app without a service account sends nothing`() async throws {
        try await run { peer in
            let other = try #require(AppID("other"))
            #expect(!peer.sender.serves(other) && peer.sender.serves(peer.app))
            #expect(try await peer.send(in: other) == .failed("NO_SERVICE_ACCOUNT", retryAfter: nil))
        }
    }

    @Test func `a service account rejected by Google fails the push with a retry in 300 seconds`() async throws {
        try await run { peer in
            let stranger = DevelopmentProviders(apps: [DevelopmentApp(name: "prysm")])
            let account = try #require(
                ServiceAccount(try await stranger.fcm.serviceAccount(of: "prysm", baseURL: "http://localhost")))
            let sender = FCMSender(
                client: HTTPClient(allowsPlainHTTP: true), addresses: peer.sender.addresses,
                accounts: [peer.app: account], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let refused = Peer(providers: peer.providers, sender: sender, app: peer.app)
            #expect(try await refused.send() == .failed("SERVICE_ACCOUNT_REFUSED", retryAfter: 300))
            #expect(peer.count(Self.messages) == 0)
        }
    }

    @Test func `an unreachable FCM fails the push without a fixed retry time`() async throws {
        try await run { peer in
            let sender = FCMSender(
                client: HTTPClient(allowsPlainHTTP: true),
                addresses: FCMEndpoints(token: peer.sender.addresses.token, service: "http://127.0.0.1:1"),
                accounts: peer.sender.accounts, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let lost = Peer(providers: peer.providers, sender: sender, app: peer.app)
            let answer = try await lost.send()
            #expect(answer == .failed("UNREACHABLE", retryAfter: nil))
        }
    }
}
