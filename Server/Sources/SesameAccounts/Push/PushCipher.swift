import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The cipher for queued pushes, so that none is stored in plaintext. Each push is bound to its job's key.
struct PushCipher: Sendable {
    let key: DerivedKey

    func seal(_ delivery: PushDelivery, as jobKey: String) throws(StorageError) -> [UInt8] {
        guard let sealed = Seal(key).seal(delivery.json.serialized(), in: Array(jobKey.utf8)) else {
            throw .corrupt("a push cannot be encrypted")
        }
        return sealed
    }

    /// Returns the decrypted push; nil if it was encrypted with another key or for another job, or was modified.
    func open(_ job: Job) -> PushDelivery? {
        guard let bytes = Seal(key).open(job.payload, in: Array(job.key.utf8)),
            let json = (try? JSONValue(parsing: bytes, limits: Self.limits))?.object
        else { return nil }
        return PushDelivery(json: json)
    }

    /// Returns the push id for an idempotency key. The same key gives the same id, and the id does not reveal the key.
    func id(ofKey given: String, in app: AppID) -> String {
        Base32.encode(Array(key.code(for: "id \(app) \(given)".utf8).prefix(16)))
    }

    /// Returns the keyed digest of a request's target and message, which distinguishes requests with the same
    /// idempotency key.
    func fingerprint(of order: PushRequest) -> [UInt8] {
        let json: JSONObject = ["to": .object(order.target.json), "message": .object(order.message.json)]
        return key.code(for: Array("fingerprint ".utf8) + json.serialized())
    }

    /// No limits, because only pushes that were validated before are parsed.
    private static let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
}

/// One message of a push, as stored in the outbox.
struct PushDelivery: Sendable {
    /// The recipient. A device's address is looked up at the time of delivery, because the address may have changed or
    /// the device may have been removed.
    enum Receiver: Sendable, Equatable {
        case device(AccountID, installation: String)
        case address(DevicePushToken)
        case topic(String)
    }

    let app: AppID
    let receiver: Receiver
    let message: PushMessage
    let expiresAt: Date
    let requestID: String

    init(app: AppID, receiver: Receiver, message: PushMessage, expiresAt: Date, requestID: String) {
        self.app = app
        self.receiver = receiver
        self.message = message
        self.expiresAt = expiresAt
        self.requestID = requestID
    }

    /// Reads a delivery in the form of ``json``; returns nil if the object is invalid.
    init?(json: JSONObject) {
        guard let app = json["app"]?.string.flatMap(AppID.init), let to = json["to"]?.object,
            let message = json["message"]?.object.flatMap({ try? PushMessage(json: $0) }),
            let expiresAt = json["expiresAt"]?.integer, let requestID = json["requestID"]?.string
        else { return nil }
        if let account = to["account"]?.string, let installation = to["installation"]?.string {
            receiver = .device(AccountID(account), installation: installation)
        } else {
            switch try? PushTarget(json: to) {
            case .address(let address): receiver = .address(address)
            case .topic(let name): receiver = .topic(name)
            case .account, nil: return nil
            }
        }
        self.app = app
        self.message = message
        self.expiresAt = Date(millisecondsSince1970: expiresAt)
        self.requestID = requestID
    }

    var json: JSONObject {
        let to: JSONObject =
            switch receiver {
            case .device(let account, let installation):
                ["account": .string(account.description), "installation": .string(installation)]
            case .address(let address): PushTarget.address(address).json
            case .topic(let name): PushTarget.topic(name).json
            }
        return [
            "app": .string(app.description), "to": .object(to), "message": .object(message.json),
            "expiresAt": .integer(expiresAt.millisecondsSince1970), "requestID": .string(requestID),
        ]
    }
}
