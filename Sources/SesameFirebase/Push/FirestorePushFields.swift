import Sesame
import SesameCore
import SesameWire

/// The fields of push tokens in a user's document.
public struct FirestorePushFields: Sendable {
    /// The collection; a document's id is its person's uid.
    public var collection: String
    /// The field with the token that was registered last, which functions of the project send to.
    public var token: String
    /// The field with the time of that.
    public var updated: String
    /// The field with the tokens of all devices, each under its installation's id; nil for a project that knows one
    /// device of a person only, whose newest one then silences the others.
    public var devices: String?
    /// The callable function that is told of a token, too; nil for none.
    public var function: String?

    /// Makes the value. What is not said is as the app Prysm has it.
    public init(
        collection: String = "users", token: String = "fcmToken", updated: String = "fcmTokenLastUpdated",
        devices: String? = "fcmTokens", function: String? = "store_fcm_token"
    ) {
        self.collection = collection
        self.token = token
        self.updated = updated
        self.devices = devices
        self.function = function
    }
}

extension FirestorePushFields {
    /// The write that registers a token. The document must be there: it is the profile's to make.
    func registration(_ token: Secret, installation: String) -> FirestoreWrite {
        let value: JSONValue = ["stringValue": .string(token.exposed)]
        var fields: JSONObject = [:]
        fields[self.token] = value
        var mask = [JSONValue.fieldPath(self.token)]
        if let devices {
            let entry: JSONObject = JSONObject([JSONObject.Member(name: installation, value: value)])
            fields[devices] = ["mapValue": ["fields": .object(entry)]]
            mask.append(.fieldPath(devices, installation))
        }
        return FirestoreWrite(condition: .exists, fields: fields, mask: mask, times: [updated])
    }

    /// The write that takes an installation's token back; nil where there is nothing to take. The field of the newest
    /// token goes on with another device's, if there is one.
    func removal(of installation: String, from document: FirestoreDocument) -> FirestoreWrite? {
        var write = FirestoreWrite(condition: .isUnchanged(since: document.updateTime), fields: [:], mask: [])
        guard let devices else {
            guard document.fields[token] != nil else { return nil }
            write.mask = [.fieldPath(token), .fieldPath(updated)]
            return write
        }
        var entries = document.fields[devices]?["mapValue"]?["fields"]?.object ?? [:]
        guard let own = entries.remove(installation) else { return nil }
        write.mask = [.fieldPath(devices, installation)]
        if document.fields[token] == own {
            write.fields[token] = entries.members.last?.value
            write.mask?.append(.fieldPath(token))
        }
        return write
    }
}
