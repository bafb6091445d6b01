import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// Seals what waits to be sent: what people are told stands nowhere in the clear. Each push belongs to its job's key.
struct PushSafe: Sendable {
    let key: DerivedKey

    func seal(_ delivery: PushDelivery, as jobKey: String) throws(StorageError) -> [UInt8] {
        guard let sealed = Seal(key).seal(delivery.json.serialized(), in: Array(jobKey.utf8)) else {
            throw .corrupt("a push cannot be sealed")
        }
        return sealed
    }

    /// Decrypts a waiting push; nil if it was encrypted under another key or for another job, or was changed.
    func open(_ job: Job) -> PushDelivery? {
        guard let bytes = Seal(key).open(job.payload, in: Array(job.key.utf8)),
            let json = (try? JSONValue(parsing: bytes, limits: Self.limits))?.object
        else { return nil }
        return PushDelivery(json: json)
    }

    /// The id of the push that came with a key: always the same one, and nothing that the key could be learnt from.
    func id(ofKey given: String, in app: AppID) -> String {
        Base32.encode(Array(key.code(for: "id \(app) \(given)".utf8).prefix(16)))
    }

    /// Returns the digest that tells a request from another one with the same key.
    func fingerprint(of order: PushOrder) -> [UInt8] {
        let json: JSONObject = ["to": .object(order.target.json), "message": .object(order.message.json)]
        return key.code(for: Array("fingerprint ".utf8) + json.serialized())
    }

    /// The limits for reading what was let in before: none.
    private static let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
}

/// One message of a push, as the outbox keeps it.
struct PushDelivery: Sendable {
    /// The receiver. A device is looked up when the message goes: by then it may have another address, or be gone.
    enum Receiver: Sendable, Equatable {
        case device(AccountID, installation: String)
        case address(DeviceAddress)
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

    /// Reads what ``json`` wrote; nil only for what nobody wrote.
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
