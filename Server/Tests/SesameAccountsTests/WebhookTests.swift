import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

struct WebhookTests {
    /// A webhook sender that records the messages and returns configured results.
    private final class Receiver: WebhookSender {
        private struct State {
            var answers: [WebhookDeliveryResult] = []
            var messages: [WebhookMessage] = []
            var givenUp: [String] = []
        }

        private let state = Locked(State())

        var messages: [WebhookMessage] { state.withLock { $0.messages } }
        var givenUp: [String] { state.withLock { $0.givenUp } }

        func answer(_ answers: WebhookDeliveryResult...) { state.withLock { $0.answers = answers } }

        func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookDeliveryResult {
            state.withLock { state in
                state.messages.append(message)
                return state.answers.isEmpty ? .taken : state.answers.removeFirst()
            }
        }

        func gaveUp(_ event: String, to webhook: Webhook) { state.withLock { $0.givenUp.append(event) } }
    }

    private struct Rig {
        let storage: TestStorage
        let receiver = Receiver()
        let accounts: Services
        let runner: JobRunner
        let app: App

        init(_ storage: TestStorage, _ webhooks: [Webhook]) async throws {
            self.storage = storage
            app = try #require(TestApp.make())
            let masterKey = try MasterKey.test()
            let keys = try await KeyRing(
                storage: storage.engine, environment: storage.environment, masterKey: masterKey,
                schedule: KeyRotationSchedule())
            accounts = Services(
                storage: storage.engine, environment: storage.environment, credentials: CredentialVerifier([:]),
                keys: keys, masterKey: masterKey, publicURL: "https://sign-in.example.com",
                webhooks: Webhooks(webhooks, sender: receiver))
            runner = JobRunner(
                storage: storage.engine, environment: storage.environment,
                queues: accounts.maintenance.queues,
                intervals: [:], report: { _, _ in })
            try await accounts.events.enqueueWebhookDeliveries()
        }

        func signIn() async throws {
            _ = try await accounts.signIn.signInAnonymously(to: app, context: RequestContext(requestID: "r"))
        }

        /// Enqueues the deliveries of new events, and runs the due jobs.
        func go() async throws {
            try await accounts.events.enqueueWebhookDeliveries()
            _ = try await runner.runDue()
        }

        func kinds() throws -> [String] {
            try receiver.messages.map { message in
                try EventBody(json: try #require(try JSONValue(parsing: message.body).object)).kind
            }.sorted()
        }

        func jobs() async throws -> [Job] {
            let future = storage.clock.now.addingTimeInterval(10 * 86_400)
            return try await storage.engine.read { reader throws(StorageError) in
                var jobs: [Job] = []
                for queue in try reader.firstDueTimes().keys where queue.kind == .deliverWebhook {
                    jobs += try reader.dueJobs(in: queue, at: future, limit: 500)
                }
                return jobs
            }
        }
    }

    private let secret = Secret("0123456789abcdef0123456789abcdef")
    private let storage: TestStorage

    init() throws {
        storage = try TestStorage()
    }

    private func webhook(
        _ kinds: Set<SecurityEvent.Kind>? = nil, apps: Set<AppID>? = nil, url: String = "https://example.com/hook"
    ) -> Webhook {
        Webhook(url: url, kinds: kinds, apps: apps, secrets: [secret])
    }

    @Test func `every event is delivered once, with its id and a signature`() async throws {
        let rig = try await Rig(storage, [webhook()])
        try await rig.signIn()
        for _ in 0..<3 { try await rig.go() }
        #expect(try rig.kinds() == ["account_created", "signed_in"])
        for message in rig.receiver.messages {
            try WebhookSignature.verify(message.signature, of: message.body, with: [secret], now: storage.clock.now)
            #expect(try JSONValue(parsing: message.body)["id"] == .string(message.id))
        }
        #expect(try await rig.jobs().isEmpty)
    }

    @Test func `a webhook receives only the events it selects, from its registration on`() async throws {
        let before = try await Rig(storage, [])
        try await before.signIn()
        let app = before.app.id
        let other = try #require(AppID("other"))
        let rig = try await Rig(
            storage,
            [
                webhook([.signedIn]), webhook([.accountCreated], apps: [app], url: "https://example.com/2"),
                webhook([.accountCreated], apps: [other], url: "https://example.com/3"),
            ])
        try await rig.go()
        #expect(rig.receiver.messages.isEmpty)
        try await rig.signIn()
        try await rig.go()
        #expect(try rig.kinds() == ["account_created", "signed_in"])
    }

    @Test func `a failed delivery is retried with the same event and a new signature`() async throws {
        let rig = try await Rig(storage, [webhook([.signedIn])])
        rig.receiver.answer(.failed("HTTP_500", retryAfter: nil), .failed("HTTP_503", retryAfter: 120))
        try await rig.signIn()
        try await rig.go()
        let first = try #require(try await rig.jobs().first)
        #expect(first.failures == 1)
        #expect((5...6.25).contains(first.dueAt.timeIntervalSince(storage.clock.now)))
        storage.clock.advance(by: 7)
        try await rig.go()
        let second = try #require(try await rig.jobs().first)
        #expect(second.failures == 2 && second.dueAt.timeIntervalSince(storage.clock.now) >= 120)
        storage.clock.advance(by: 200)
        try await rig.go()
        #expect(rig.receiver.messages.count == 3 && Set(rig.receiver.messages.map(\.id)).count == 1)
        #expect(Set(rig.receiver.messages.map(\.signature)).count == 3)
        #expect(try await rig.jobs().isEmpty)
    }

    @Test func `a delivery is abandoned and reported after three days`() async throws {
        let rig = try await Rig(storage, [webhook([.signedIn])])
        rig.receiver.answer(.failed("timedOut", retryAfter: nil))
        try await rig.signIn()
        try await rig.go()
        storage.clock.advance(by: 3 * 86_400)
        try await rig.go()
        #expect(rig.receiver.givenUp.count == 1 && rig.receiver.messages.count == 1)
        #expect(try await rig.jobs().isEmpty)
    }

    @Test func `the retry delay is at most an hour`() async throws {
        let rig = try await Rig(storage, [webhook([.signedIn])])
        try await rig.signIn()
        var last = 0.0
        for _ in 0..<16 {
            rig.receiver.answer(.failed("HTTP_500", retryAfter: 86_400 * 30))
            try await rig.go()
            let job = try #require(try await rig.jobs().first)
            last = job.dueAt.timeIntervalSince(storage.clock.now)
            #expect(last <= 3_600)
            storage.clock.advance(by: last)
        }
        #expect(last == 3_600)
    }

    @Test func `a removed webhook loses its position and its pending deliveries`() async throws {
        let first = try await Rig(storage, [webhook()])
        try await first.signIn()
        try await first.accounts.events.enqueueWebhookDeliveries()
        let second = try await Rig(storage, [webhook(url: "https://example.com/other")])
        try await second.go()
        #expect(second.receiver.messages.isEmpty)
        #expect(try await second.jobs().isEmpty)
        let positions = try await storage.engine.read { reader throws(StorageError) in try reader.webhookPositions() }
        #expect(Array(positions.keys) == [webhook(url: "https://example.com/other").id])
    }

    @Test func `events beyond one batch, and behind unselected events, are delivered`() async throws {
        let rig = try await Rig(storage, [webhook([.signedIn])])
        for _ in 0..<250 { try await rig.signIn() }
        for _ in 0..<8 { try await rig.go() }
        #expect(rig.receiver.messages.count == 250 && Set(rig.receiver.messages.map(\.id)).count == 250)
    }

    @Test func `an error does not contain the secret part of a webhook's URL`() {
        let problem = WebhookDeliveryError("HTTP_500", webhook(url: "https://hooks.example.com/secret-path?token=x"))
        #expect("\(problem)" == "HTTP_500 from hooks.example.com")
    }
}
