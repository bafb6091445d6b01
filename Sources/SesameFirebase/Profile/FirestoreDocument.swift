import Foundation
import SesameCore
import SesameWire

/// A document as Firestore has it.
struct FirestoreDocument: Sendable, Equatable {
    /// The fields, each with its type.
    var fields: JSONObject
    /// The creation.
    var createTime: GoogleTime
    /// The last change: two versions of a document differ in it.
    var updateTime: GoogleTime

    init(fields: JSONObject, createTime: GoogleTime, updateTime: GoogleTime) {
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }

    /// Reads a document of that name; nil for anything else.
    init?(_ json: JSONObject, name: String) {
        guard json["name"]?.string?.hasSameBytes(as: name) == true,
            let created = json["createTime"]?.string.flatMap({ GoogleTime($0) }),
            let updated = json["updateTime"]?.string.flatMap({ GoogleTime($0) })
        else { return nil }
        self.init(fields: json["fields"]?.object ?? [:], createTime: created, updateTime: updated)
    }

    /// The document as it is once writes are made; where there was none, a new one.
    static func document(
        _ document: FirestoreDocument?, after writes: [FirestoreWrite], _ result: FirestoreCommit
    ) -> FirestoreDocument {
        var fields = document?.fields ?? [:]
        for (write, times) in zip(writes, result.times) {
            for path in write.mask ?? [] {
                let removed = fields.members.filter { JSONValue.fieldPath($0.name) == path }
                for member in removed { fields.remove(member.name) }
            }
            for member in write.fields.members { fields[member.name] = member.value }
            for (name, time) in zip(write.times, times) { fields[name] = time }
        }
        return FirestoreDocument(
            fields: fields, createTime: document?.createTime ?? result.version, updateTime: result.version)
    }
}

/// The result of a commit.
struct FirestoreCommit: Sendable {
    /// The document's new version.
    let version: GoogleTime
    /// The server's times that each write has asked for, in their order.
    let times: [[JSONValue]]
}

/// One write of a commit, which is made whole or not at all.
struct FirestoreWrite: Sendable, Equatable {
    /// A condition on the document before.
    enum Condition: Sendable, Equatable {
        /// There is none.
        case isMissing
        /// There is one.
        case exists
        /// It is this version.
        case isUnchanged(since: GoogleTime)
    }

    /// The condition; nil where the write before has seen to it.
    let condition: Condition?
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
        switch condition {
        case .isMissing: json["currentDocument"] = ["exists": false]
        case .exists: json["currentDocument"] = ["exists": true]
        case .isUnchanged(let time): json["currentDocument"] = ["updateTime": .string(time.text)]
        case nil: break
        }
        return json
    }
}
