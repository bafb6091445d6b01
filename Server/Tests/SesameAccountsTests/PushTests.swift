import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of pushes between their acceptance and the push service's final response.
struct PushTests {
    private let rig: PushRig

    init() async throws {
        rig = try await PushRig()
    }

    @Test func `a push to a user reaches all of their FCM devices and no others`() async throws {
        let (person, other) = (try await rig.person(), try await rig.person())
        try await rig.register("a", at: "1", of: person)
        try await rig.register("b", as: .fcmFID, at: "2", of: person)
        try await rig.register(String(repeating: "00", count: 32), as: .apns, at: "3", of: person)
        try await rig.register("c", of: other)
        let push = try await rig.send(to: person)
        #expect(push.targets == 2 && push.waiting == 2)
        let record = try await rig.record(push)
        #expect(record.sent == 2 && record.waiting == 0 && record.problem == nil)
        #expect(rig.service.values.sorted() == ["a", "b"])
        #expect(try await rig.runner.runDue() == 0)
    }

    @Test func `a push can address a token, an installation or a topic`() async throws {
        for (to, value): (JSONValue, String) in [
            (["token": "t"], "t"), (["fid": "f"], "f"), (["topic": "news"], "/news"),
        ] {
            let push = try await rig.send(["to": to, "data": ["k": "v"], "ttl": 60])
            #expect(try await rig.record(push).sent == 1)
            let sent = try #require(rig.service.pushes.last)
            #expect(rig.service.values.last == value)
            #expect(sent.message.data == ["k": "v"] && sent.message.notification == nil && sent.id == push.id)
            #expect(sent.expiresAt == push.acceptedAt.addingTimeInterval(60))
        }
    }

    @Test func `a push to an unknown user, or in an app without a push service, is rejected`() async throws {
        await #expect(throws: AccountError.self) {
            try await rig.send(["to": ["uid": "nobody"], "notification": ["title": "T"]])
        }
        let other = App(id: try #require(AppID("other")))
        let order = try PushRequest(
            json: ["to": ["topic": "news"], "data": ["k": "v"]], app: other, key: nil)
        await #expect(throws: AccountError.self) { try await rig.accounts.push.send(order, context: rig.context) }
        let push = try await rig.send(["to": ["topic": "news"], "data": ["k": "v"]])
        await #expect(throws: AccountError.self) { try await rig.accounts.push.push(push.id, of: other) }
    }

    @Test func `a request repeated with its idempotency key sends once`() async throws {
        let person = try await rig.person()
        try await rig.register("a", of: person)
        let first = try await rig.send(to: person, key: "k")
        #expect(try await rig.send(to: person, key: "k") == first)
        let record = try await rig.record(first)
        // A repeated request also returns the push after all of its jobs are done and the user has added another
        // device.
        try await rig.register("b", at: "second", of: person)
        #expect(try await rig.send(to: person, key: "k") == record)
        #expect(try await rig.runner.runDue() == 0)
        #expect(rig.service.values == ["a"])
        #expect(try await rig.send(to: person, key: "l").id != first.id)
        let (one, two) = (try await rig.send(to: person), try await rig.send(to: person))
        #expect(one.id != two.id)
    }

    @Test func `a different push with the same idempotency key is rejected`() async throws {
        try await rig.send(["to": ["topic": "news"], "data": ["k": "v"]], key: "k")
        do throws(AccountError) {
            _ = try await rig.accounts.push.send(
                try PushRequest(json: ["to": ["topic": "news"], "data": ["k": "w"]], app: rig.app, key: "k"),
                context: rig.context)
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .invalidRequest && error.field == "Idempotency-Key")
        }
    }

    @Test func `a waiting push is stored sealed and opens only in its own job`() async throws {
        try await rig.send(["to": ["token": "secret-token"], "notification": ["title": "Private words"]])
        let jobs = try await rig.storage.engine.read { [now = rig.storage.clock.now] reader throws(StorageError) in
            try reader.dueJobs(in: JobQueueID(.sendPush, destination: "prysm"), at: now, limit: 10)
        }
        let payload = try #require(jobs.first).payload
        for text in ["secret-token", "Private words"] { #expect(!payload.contains(text.utf8)) }
        #expect(rig.accounts.push.pushes.open(jobs[0])?.message.notification?["title"] == "Private words")
        let elsewhere = Job(kind: .sendPush, key: "other 0", payload: payload, dueAt: jobs[0].dueAt)
        #expect(rig.accounts.push.pushes.open(elsewhere) == nil)
    }

    // MARK: - Between acceptance and delivery

    @Test func `a user who signs out before delivery does not get the push`() async throws {
        let person = try await rig.person()
        try await rig.register("a", of: person)
        let push = try await rig.send(to: person)
        try await rig.accounts.sessions.endSession(person.session.id, of: person, context: rig.context)
        let record = try await rig.record(push)
        #expect(record.gone == 1 && record.waiting == 0 && rig.service.values == [])
    }

    @Test func `a push follows a device to its new token, but not to its new owner`() async throws {
        let (person, other) = (try await rig.person(), try await rig.person())
        try await rig.register("old", of: person)
        try await rig.register("shared", at: "tablet", of: person)
        let push = try await rig.send(to: person)
        try await rig.register("new", of: person)
        try await rig.register("shared", at: "tablet", of: other)
        let record = try await rig.record(push)
        #expect(rig.service.values == ["new"] && record.sent == 1 && record.gone == 1)
    }

    @Test func `a push does not target an expired session`() async throws {
        let person = try await rig.person()
        try await rig.register("a", of: person)
        rig.storage.clock.advance(by: SessionPolicy().idleTimeout)
        #expect(try await rig.send(to: person).targets == 0)
    }

    // MARK: - What the service says

    @Test func `a device that the push service no longer knows is removed`() async throws {
        let person = try await rig.person()
        try await rig.register("dead", of: person)
        try await rig.register("live", at: "2", of: person)
        for to: JSONValue in [["uid": .string(person.session.account.description)], ["token": "dead"]] {
            try await rig.register("dead", of: person)
            rig.service.answer(.gone, for: "dead")
            let push = try await rig.send(["to": to, "data": ["k": "v"]])
            let record = try await rig.record(push)
            #expect(record.gone == 1 && record.waiting == 0)
            #expect(try await rig.accounts.push.devices(of: person).count == 1)
            #expect(try await rig.events(of: person).last == .deviceRemoved)
        }
    }

    @Test func `a sender mismatch is recorded and leaves the device registered`() async throws {
        let person = try await rig.person()
        try await rig.register("a", of: person)
        rig.service.answer(.senderMismatch)
        let record = try await rig.record(try await rig.send(to: person))
        #expect(record.dropped == 1 && record.problem == "SENDER_ID_MISMATCH")
        #expect(try await rig.accounts.push.devices(of: person).count == 1)
        #expect(try await rig.events(of: person).last == .pushSenderMismatched)
        #expect(try await rig.runner.runDue() == 0 && rig.service.values == ["a"])
    }

    @Test func `a message that the push service rejects is dropped and recorded`() async throws {
        let person = try await rig.person()
        try await rig.register("a", of: person)
        rig.service.answer(.refused("INVALID_ARGUMENT"))
        let record = try await rig.record(try await rig.send(to: person))
        #expect(record.dropped == 1 && record.problem == "INVALID_ARGUMENT" && record.waiting == 0)
        #expect(try await rig.accounts.push.devices(of: person).count == 1)
        rig.storage.clock.advance(by: 86_400)
        #expect(try await rig.runner.runDue() == 0 && rig.service.values == ["a"])
    }

    @Test func `an hour without the push service loses and duplicates no message`() async throws {
        let person = try await rig.person()
        for number in 1...3 { try await rig.register("\(number)", at: "\(number)", of: person) }
        rig.service.answer(then: .failed("UNAVAILABLE", retryAfter: nil))
        let push = try await rig.send(to: person)
        for _ in 0..<60 {
            _ = try await rig.runner.runDue()
            rig.storage.clock.advance(by: 60)
        }
        #expect(try await rig.accounts.push.push(push.id, of: rig.app).problem == "UNAVAILABLE")
        let attempts = rig.service.values.count
        #expect((12...60).contains(attempts))
        rig.service.answer()
        for _ in 0..<13 {
            _ = try await rig.runner.runDue()
            rig.storage.clock.advance(by: 60)
        }
        #expect(rig.service.values.dropFirst(attempts).sorted() == ["1", "2", "3"])
        #expect(try await rig.record(push).sent == 3)
    }

    @Test func `a push is retried no earlier than the push service asks`() async throws {
        let push = try await rig.send(["to": ["topic": "news"], "data": ["k": "v"]])
        rig.service.answer(.failed("UNAVAILABLE", retryAfter: 300))
        _ = try await rig.record(push)
        rig.storage.clock.advance(by: 299)
        #expect(try await rig.runner.runDue() == 0)
        rig.storage.clock.advance(by: 77)
        #expect(try await rig.record(push).sent == 1)
    }

    @Test func `a push that has to wait does not count as failed`() async throws {
        let push = try await rig.send(["to": ["topic": "news"], "data": ["k": "v"]])
        rig.service.answer(.waiting(until: rig.storage.clock.now.addingTimeInterval(50)))
        _ = try await rig.record(push)
        rig.storage.clock.advance(by: 50)
        let jobs = try await rig.storage.engine.read { [now = rig.storage.clock.now] reader throws(StorageError) in
            try reader.dueJobs(in: JobQueueID(.sendPush, destination: "prysm"), at: now, limit: 10)
        }
        #expect(jobs.map(\.failures) == [0])
        #expect(try await rig.record(push).sent == 1)
    }

    @Test func `an expired message is dropped`() async throws {
        let push = try await rig.send(["to": ["topic": "news"], "data": ["k": "v"], "ttl": 30])
        rig.storage.clock.advance(by: 30)
        let record = try await rig.record(push)
        #expect(record.dropped == 1 && record.problem == "EXPIRED" && rig.service.values == [])
    }

    @Test func `a push that is sent again after an interruption has the same id and counts once`() async throws {
        let push = try await rig.send(["to": ["topic": "news"], "data": ["k": "v"]])
        let jobs = try await rig.storage.engine.read { [now = rig.storage.clock.now] reader throws(StorageError) in
            try reader.dueJobs(in: JobQueueID(.sendPush, destination: "prysm"), at: now, limit: 10)
        }
        // The push was sent, but the result was not stored.
        _ = await rig.service.send(
            OutgoingPush(
                id: push.id, app: rig.app.id, receiver: .topic("news"),
                message: try PushMessage(json: ["data": ["k": "v"]]), expiresAt: .distantFuture,
                now: rig.storage.clock.now))
        #expect(jobs.count == 1)
        #expect(try await rig.record(push).sent == 1)
        #expect(Set(rig.service.pushes.map(\.id)) == [push.id], "devices cannot tell that it is the same one")
    }

    @Test(arguments: [(1, 10.0), (2, 20), (3, 40), (6, 320), (7, 600), (100, 600)])
    func `the retry delay doubles up to ten minutes, or follows the push service`(failures: Int, wait: TimeInterval) {
        #expect(PushRetry.delay(afterFailures: failures, retryAfter: nil, chance: 0) == wait)
        #expect(PushRetry.delay(afterFailures: failures, retryAfter: nil, chance: 1) == wait * 1.25)
        #expect(PushRetry.delay(afterFailures: failures, retryAfter: 3_600, chance: 0) == 3_600)
        #expect(PushRetry.delay(afterFailures: failures, retryAfter: 1, chance: 0) == wait)
    }

    @Test func `while FCM is unreachable, pushes pause, and FCM's own refusals pause none`() async throws {
        for number in 0..<30 { try await rig.send(["to": ["topic": .string("news\(number)")], "data": ["k": "v"]]) }
        rig.service.answer(then: .failed("QUOTA_EXCEEDED", retryAfter: nil))
        #expect(try await rig.runner.runDue() == 30)
        for number in 0..<30 { try await rig.send(["to": ["topic": .string("more\(number)")], "data": ["k": "v"]]) }
        rig.service.answer(then: .failed(DeliveryFailure.unreachable, retryAfter: nil))
        let attempts = try await rig.runner.runDue()
        #expect((CircuitBreaker.threshold..<30).contains(attempts))
        #expect(try await rig.runner.runDue() == 0)
    }
}

extension [UInt8] {
    func contains(_ text: String.UTF8View) -> Bool { firstRange(of: Array(text)) != nil }
}
