import Foundation
import SesameCore
import SesameWire

extension PushService {
    /// Delivers one message of a push from the outbox. Throws if the message has to be retried.
    ///
    /// The result is recorded in the transaction that removes the job. If that transaction is not committed, for
    /// example because the server stops, the message is sent again.
    func deliverPush(_ job: Job) async throws -> JobResult {
        guard let delivery = pushes.open(job) else { return try await skip(job, .dropped("UNREADABLE")) }
        let now = environment.now
        guard now < delivery.expiresAt else { return try await skip(job, .dropped("EXPIRED")) }
        guard let push, push.serves(delivery.app) else { throw PushDeliveryError("the app has no push service") }
        guard let receiver = try await receiver(of: delivery, at: now) else { return try await skip(job, .gone(nil)) }
        let answer = await push.send(
            OutgoingPush(
                id: job.pushID, app: delivery.app, receiver: receiver, message: delivery.message,
                expiresAt: delivery.expiresAt, now: now))
        switch answer {
        case .sent: try await finish(job, .sent)
        case .gone: try await finish(job, .gone(digest(of: receiver, delivery)), requestID: delivery.requestID)
        case .refused(let word): try await finish(job, .dropped(word))
        case .senderMismatch:
            try await finish(job, .senderMismatch(digest(of: receiver, delivery)), requestID: delivery.requestID)
        case .waiting(let date):
            observe(.push(.postponed))
            throw JobRetryRequest(until: date)
        case .failed(let word, let retryAfter):
            observe(.push(.postponed))
            let chance = Double(environment.randomBytes(1)[0]) / 255
            let delay = PushRetry.delay(afterFailures: job.failures + 1, retryAfter: retryAfter, chance: chance)
            try await note(word, of: job)
            throw JobRetryRequest(
                until: environment.now.addingTimeInterval(delay), because: PushDeliveryError(word),
                isReached: !DeliveryFailure.isOutage(word))
        }
        return .responded
    }

    /// Records the result of a message that was not sent.
    private func skip(_ job: Job, _ end: PushEnd) async throws -> JobResult {
        try await finish(job, end)
        return .skipped
    }

    /// Returns the recipient with its current address; nil if the device is no longer registered for FCM by the
    /// account.
    private func receiver(of delivery: PushDelivery, at now: Date) async throws -> OutgoingPush.Receiver? {
        switch delivery.receiver {
        case .topic(let name): return .topic(name)
        case .address(let address): return .address(address)
        case .device(let account, let installation):
            let found = try await storage.read { reader throws(StorageError) in
                try reader.reachableDevices(of: account, in: delivery.app, at: now)
            }
            guard let device = found.first(where: { $0.installation.hasSameBytes(as: installation) }),
                device.kind != .apns
            else { return nil }
            return .address(try devices.open(device))
        }
    }

    private func digest(of receiver: OutgoingPush.Receiver, _ delivery: PushDelivery) -> [UInt8]? {
        guard case .address(let address) = receiver else { return nil }
        return devices.digest(of: address, in: delivery.app)
    }

    /// Records the reason why the push service did not accept the message.
    private func note(_ word: String, of job: Job) async throws {
        try await storage.write { transaction throws(StorageError) in
            guard var record = try transaction.push(job.pushID) else { return }
            record.problem = word
            try transaction.update(record)
        }
    }

    private func finish(_ job: Job, _ end: PushEnd, requestID: String = "") async throws {
        let now = environment.now
        try await storage.write { transaction throws(StorageError) in
            try end.run(job, at: now, requestID: requestID, transaction)
        }
        observe(.push(end.outcome))
    }
}

/// The final result of a message, recorded in one transaction.
private enum PushEnd: Sendable {
    case sent
    case gone([UInt8]?)
    case senderMismatch([UInt8]?)
    case dropped(String)

    var outcome: PushOutcome {
        switch self {
        case .sent: .sent
        case .gone: .gone
        case .senderMismatch, .dropped: .dropped
        }
    }

    func run(
        _ job: Job, at now: Date, requestID: String, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        try transaction.deleteJob(job.id)
        if var record = try transaction.push(job.pushID) {
            count(in: &record)
            try transaction.update(record)
        }
        switch self {
        case .sent, .dropped: break
        case .gone(let digest):
            guard let digest, let device = try transaction.device(digest) else { return }
            try transaction.deleteDevice(digest)
            try transaction.note(.deviceRemoved, device, at: now, context: RequestContext(requestID: requestID))
        case .senderMismatch(let digest):
            guard let digest, let device = try transaction.device(digest) else { return }
            try transaction.note(.pushSenderMismatched, device, at: now, context: RequestContext(requestID: requestID))
        }
    }

    private func count(in record: inout PushReceipt) {
        switch self {
        case .sent: record.sent += 1
        case .gone: record.gone += 1
        case .senderMismatch:
            record.dropped += 1
            record.problem = "SENDER_ID_MISMATCH"
        case .dropped(let word):
            record.dropped += 1
            record.problem = word
        }
    }
}

/// The reason why a push could not be delivered now: the push service's error code, or a missing configuration.
struct PushDeliveryError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Job {
    /// The id of the push that the job's message belongs to: the first part of the job's key.
    fileprivate var pushID: String { String(key.prefix { $0 != " " }) }
}
