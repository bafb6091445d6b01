import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// The document `users/{uid}`: an account's profile, seen as Firestore's.
struct UserDocument: Sendable {
    /// The account's id.
    let uid: String
    /// All that there is to see.
    let fields: FirestoreMap
    /// The creation of the account.
    let createTime: FirestoreTimestamp
    /// The last change of the profile, and its number; see ``updateTime(of:)``.
    let updateTime: FirestoreTimestamp

    /// - Parameter push: What the caller's own session has registered for pushes.
    init(_ view: AccountView, by schema: ProfileSchema, push: RegisteredAddress?) {
        uid = view.account.id.description
        createTime = FirestoreTimestamp(view.account.createdAt)
        updateTime = Self.updateTime(of: view.account.profile)
        var fields = FirestoreMap()
        for member in schema.document(of: view).members {
            fields[member.name] = FirestoreValue(profile: member.value, as: schema.field(member.name)?.type)
        }
        if let push, PushField.isFree(in: schema) {
            fields[PushField.token] = .string(push.address.value.exposed)
            fields[PushField.time] = .timestamp(FirestoreTimestamp(push.refreshedAt))
        }
        self.fields = fields
    }

    /// The time of a profile's last change, whose digits below the millisecond count the versions: two changes within a
    /// millisecond must not be one to a client that asks for the document as it knows it.
    static func updateTime(of profile: Profile) -> FirestoreTimestamp {
        let milliseconds = Int((profile.updatedAt.timeIntervalSince1970 * 1_000).rounded())
        let seconds = Int((Double(milliseconds) / 1_000).rounded(.down))
        return FirestoreTimestamp(
            seconds: seconds,
            nanoseconds: (milliseconds - seconds * 1_000) * 1_000_000 + profile.version % 1_000_000)
            ?? FirestoreTimestamp(profile.updatedAt)
    }

    func json(in database: DatabaseName, mask: [FieldPath]? = nil) -> JSONValue {
        let name = "\(database.prefix)/\(DocumentName.users)/\(uid)"
        var json: JSONObject = ["name": .string(name)]
        let visible = mask.map { fields.masked(by: $0) } ?? fields
        if !visible.isEmpty { json["fields"] = visible.json }
        json["createTime"] = .string(createTime.text)
        json["updateTime"] = .string(updateTime.text)
        return .object(json)
    }
}

/// The fields by which an app that keeps one push token a person registers a device.
enum PushField {
    /// The registration token of the device in whose session the document is written and read.
    static let token = "fcmToken"
    /// The field of the last registration.
    static let time = "fcmTokenLastUpdated"

    static func isOne(_ name: String, in schema: ProfileSchema) -> Bool {
        isFree(in: schema) && (name.hasSameBytes(as: token) || name.hasSameBytes(as: time))
    }

    /// Returns true if the names have this meaning: unless the app's profiles have a field of theirs.
    static func isFree(in schema: ProfileSchema) -> Bool {
        schema.field(token) == nil && schema.field(time) == nil
    }

    /// The installation under which a session's device is registered: one a session.
    static func installation(of caller: Caller) -> String { "session-\(caller.session.id)" }
}

extension FirestoreMap {
    /// Returns the fields that a mask's paths leave.
    func masked(by mask: [FieldPath]) -> FirestoreMap {
        var visible = FirestoreMap()
        for path in mask {
            if let value = self[path] { visible[path] = value }
        }
        return visible
    }
}
