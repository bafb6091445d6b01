import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// The document `users/{uid}`: an account's profile in Firestore's form.
struct UserDocument: Sendable {
    /// The account's id, which is also the document's id.
    let uid: String
    /// The document's fields: those of the profile, and the push fields if the document was created with a push token
    /// and the app has the push fields.
    let fields: FirestoreMap
    /// The time at which the account was created.
    let createTime: FirestoreTimestamp
    /// The time and version of the profile's last change; see ``updateTime(of:)``.
    let updateTime: FirestoreTimestamp

    /// Creates the document of an account.
    ///
    /// - Parameter push: The push token that the caller's own session has registered; nil to leave the push fields out.
    init(_ view: AccountRecord, by schema: ProfileSchema, push: RegisteredPushToken?) {
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

    /// Returns the time of a profile's last change. The digits below the millisecond hold the profile's version number,
    /// so that two changes within a millisecond differ in a client's precondition.
    static func updateTime(of profile: StoredProfile) -> FirestoreTimestamp {
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

/// The fields that register a device for push notifications, for apps that store one push token per user.
enum PushField {
    /// The registration token of the device whose session reads or writes the document.
    static let token = "fcmToken"
    /// The field with the time at which the push token was last registered.
    static let time = "fcmTokenLastUpdated"

    static func isOne(_ name: String, in schema: ProfileSchema) -> Bool {
        isFree(in: schema) && (name.hasSameBytes(as: token) || name.hasSameBytes(as: time))
    }

    /// Returns true if the app has the push fields: its profile schema defines no field with either name.
    static func isFree(in schema: ProfileSchema) -> Bool {
        schema.field(token) == nil && schema.field(time) == nil
    }

    /// Returns the installation id for the push token of the caller's session: one per session.
    static func installation(of caller: Caller) -> String { "session-\(caller.session.id)" }
}

extension FirestoreMap {
    /// Returns the fields and members at the mask's paths.
    func masked(by mask: [FieldPath]) -> FirestoreMap {
        var visible = FirestoreMap()
        for path in mask {
            if let value = self[path] { visible[path] = value }
        }
        return visible
    }
}
