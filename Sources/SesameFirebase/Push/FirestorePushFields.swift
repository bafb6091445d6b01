import Sesame
import SesameCore
import SesameWire

/// The fields of push tokens in a user's document.
public struct FirestorePushFields: Sendable {
    /// The collection; a document's id is the user's uid.
    public var collection: String
    /// The field with the latest token, to which the project's functions send.
    public var token: String
    /// The field with the time of the latest registration.
    public var updated: String
    /// The field with the tokens of all devices, by installation id; nil for a project that supports only one device
    /// per user, where the newest device replaces the others.
    public var devices: String?
    /// The callable function that also receives the token; nil for none.
    public var function: String?

    /// Creates a set of fields; pass the names that the project's functions read. By default, the function
    /// `store_fcm_token` receives the token, too.
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
    /// Returns the write that registers a token. The document must exist already, because only the profile service
    /// creates it.
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

    /// Returns the write that removes an installation's token; nil if none is stored. The field of the latest token
    /// then gets another device's token or is removed, if it contained the removed token. Without the field
    /// ``devices``, removes the only token, whatever its installation.
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
