import Foundation
import SesameCore

extension PushService {
    /// Accepts a push: puts its messages into the outbox, which retries each until the push service accepts or refuses
    /// the message, or it expires.
    ///
    /// A request that is repeated with its idempotency key sends nothing, and gets the current record of the first
    /// request's push. Throws if the key was used for another push.
    package func send(_ order: PushRequest, context: RequestContext) async throws(AccountError) -> PushReceipt {
        guard let push, push.serves(order.app.id) else {
            throw AccountError(.invalidRequest, "push.serviceAccountFile is not set for the app", field: "app")
        }
        let now = environment.now
        let acceptance = PushTransaction(
            order: order,
            id: order.idempotencyKey.map { pushes.id(ofKey: $0, in: order.app.id) } ?? environment.randomID(),
            fingerprint: pushes.fingerprint(of: order), cipher: pushes, now: now, context: context)
        return try await write { transaction throws(StorageError) in try acceptance.run(transaction) }
    }

    /// Returns the record of one of the app's pushes; throws if the app has no push with the given id.
    package func push(_ id: String, of app: App) async throws(AccountError) -> PushReceipt {
        let record = try await read { reader throws(StorageError) in try reader.push(id) }
        guard let record, record.app == app.id else { throw AccountError(.notFound, "unknown push") }
        return record
    }
}

/// A transaction that records one accepted push, and queues a message for each recipient.
private struct PushTransaction: Sendable {
    let order: PushRequest
    let id: String
    let fingerprint: [UInt8]
    let cipher: PushCipher
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> PushReceipt {
        if let before = try transaction.push(id) {
            guard before.fingerprint == fingerprint else {
                throw .refused(
                    AccountError(
                        .invalidRequest, "the idempotency key was already used for another push",
                        field: "Idempotency-Key"))
            }
            return before
        }
        let receivers: [PushDelivery.Receiver]
        switch order.target {
        case .address(let address): receivers = [.address(address)]
        case .topic(let name): receivers = [.topic(name)]
        case .account(let account):
            guard try transaction.account(account, in: order.app.id) != nil else {
                throw .refused(AccountError(.notFound, "the app has no such account"))
            }
            let devices = try transaction.reachableDevices(of: account, in: order.app.id, at: now)
            receivers = devices.filter { $0.kind != .apns }.map { .device(account, installation: $0.installation) }
        }
        let expiresAt = now.addingTimeInterval(TimeInterval(order.message.lifetime ?? PushMessage.maxLifetime))
        let record = PushReceipt(
            id: id, app: order.app.id, fingerprint: fingerprint, acceptedAt: now,
            expiresAt: max(expiresAt, now.addingTimeInterval(PushReceipt.lifetime)), targets: receivers.count)
        try transaction.insert(record)
        var account: AccountID?
        if case .account(let id) = order.target { account = id }
        try transaction.insert(
            SecurityEvent(
                kind: .pushAccepted, app: order.app.id, account: account, session: nil, at: now, context: context,
                detail: id))
        for (number, receiver) in receivers.enumerated() {
            let delivery = PushDelivery(
                app: order.app.id, receiver: receiver, message: order.message, expiresAt: expiresAt,
                requestID: context.requestID)
            let key = "\(id) \(number)"
            try transaction.insert(
                Job(
                    kind: .sendPush, destination: order.app.id.description, key: key,
                    payload: try cipher.seal(delivery, as: key), dueAt: now))
        }
        return record
    }
}
