import Foundation
import SesameCore

/// A document as Firestore has it.
struct FirestoreDocument: Sendable, Equatable {
    /// The fields, each with its type.
    var fields: JSONObject
    /// When it was made.
    var createTime: FirestoreTime
    /// When it was last changed: two versions of a document differ in it.
    var updateTime: FirestoreTime

    init(fields: JSONObject, createTime: FirestoreTime, updateTime: FirestoreTime) {
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }

    /// Reads a document of that name; nil for anything else.
    init?(_ json: JSONObject, name: String) {
        guard json["name"]?.string?.hasSameBytes(as: name) == true,
            let created = json["createTime"]?.string.flatMap({ FirestoreTime($0) }),
            let updated = json["updateTime"]?.string.flatMap({ FirestoreTime($0) })
        else { return nil }
        self.init(fields: json["fields"]?.object ?? [:], createTime: created, updateTime: updated)
    }
}

/// A change of a document, made whole or not at all.
struct FirestoreWrite: Sendable, Equatable {
    /// What must hold of the document before.
    enum Condition: Sendable, Equatable {
        /// There is none.
        case isMissing
        /// There is one.
        case exists
        /// It is this version.
        case isUnchanged(since: FirestoreTime)
    }

    let condition: Condition
    /// The fields' new values, each with its type.
    var fields: JSONObject
    /// The paths that are changed; one without a value is removed. Nil for the whole document.
    var mask: [JSONValue]?
    /// The fields that get the server's time.
    var times: [String] = []

    /// The write as `documents:commit` takes it.
    func json(_ name: String) -> JSONObject {
        var json: JSONObject = ["update": ["name": .string(name), "fields": .object(fields)]]
        if let mask { json["updateMask"] = ["fieldPaths": .array(mask)] }
        if !times.isEmpty {
            json["updateTransforms"] = .array(
                times.map { ["fieldPath": .fieldPath($0), "setToServerValue": "REQUEST_TIME"] })
        }
        json["currentDocument"] =
            switch condition {
            case .isMissing: ["exists": false]
            case .exists: ["exists": true]
            case .isUnchanged(let time): ["updateTime": .string(time.text)]
            }
        return json
    }
}
