import Foundation
import SesameCore
import SesameWire

/// The push token, the installation's id and the last accepted registration of this device, stored so that they survive
/// a restart of the app.
struct StoredPushRegistration: Sendable, Equatable {
    /// A registration that the server has accepted.
    struct Registration: Sendable, Equatable {
        var owner: PushOwner
        var token: PushToken
        var date: Date
    }

    /// The id of this installation for one user. Another user gets another id, so that the ids do not reveal that two
    /// accounts use one device.
    struct Installation: Sendable, Equatable {
        var id: String
        var uid: String
    }

    /// The newest token from the push service.
    var token: PushToken?
    /// The installation's id for the current user; nil before the first registration.
    var installation: Installation?
    /// The last registration that the server has accepted; nil if there is none for the current session.
    var registration: Registration?
}

/// The session for which a device is registered.
struct PushOwner: Sendable, Equatable {
    var uid: String
    var session: String

    static func == (left: PushOwner, right: PushOwner) -> Bool {
        left.uid.hasSameBytes(as: right.uid) && left.session.hasSameBytes(as: right.session)
    }
}

// MARK: Stored form

extension StoredPushRegistration {
    /// The record as a JSON object for the storage; members that are nil are omitted.
    var storedForm: JSONObject {
        var json: JSONObject = [:]
        json["token"] = token.map { .object($0.storedForm) }
        json["installation"] = installation.map { ["id": .string($0.id), "uid": .string($0.uid)] }
        json["registration"] = registration.map {
            [
                "uid": .string($0.owner.uid), "session": .string($0.owner.session),
                "token": .object($0.token.storedForm),
                "date": .integer(Int64(($0.date.timeIntervalSince1970 * 1_000).rounded())),
            ]
        }
        return json
    }

    /// Reads a stored record, and skips invalid members. The record is empty if the bytes are not valid JSON.
    init(storedForm bytes: [UInt8]) {
        let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 65_536))
        token = json?["token"]?.object.flatMap { PushToken(storedForm: $0) }
        if let stored = json?["installation"], let id = stored["id"]?.string, let uid = stored["uid"]?.string {
            installation = Installation(id: id, uid: uid)
        }
        if let stored = json?["registration"], let uid = stored["uid"]?.string, let session = stored["session"]?.string,
            let token = stored["token"]?.object.flatMap({ PushToken(storedForm: $0) }),
            let date = stored["date"]?.integer
        {
            registration = Registration(
                owner: PushOwner(uid: uid, session: session), token: token,
                date: Date(timeIntervalSince1970: TimeInterval(date) / 1_000))
        }
    }
}

extension PushToken {
    fileprivate var storedForm: JSONObject {
        ["kind": .string(kind.rawValue), "value": .string(value.exposed)]
    }

    fileprivate init?(storedForm json: JSONObject) {
        guard let kind = json["kind"]?.string.flatMap({ DeviceKind(rawValue: $0) }), let value = json["value"]?.string
        else { return nil }
        self.init(kind, Secret(value))
    }
}
