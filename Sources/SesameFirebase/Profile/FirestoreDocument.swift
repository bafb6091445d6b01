import Foundation
import SesameCore
import SesameWire

/// A Firestore document, as the REST API represents it.
struct FirestoreDocument: Sendable, Equatable {
    /// The fields, as Firestore's typed values, for example `{"stringValue": "…"}`.
    var fields: JSONObject
    var createTime: GoogleTime
    /// The time of the last change, which identifies the document's version.
    var updateTime: GoogleTime

    init(fields: JSONObject, createTime: GoogleTime, updateTime: GoogleTime) {
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }

    /// Parses a document; returns nil if it is invalid, or does not have the given name.
    init?(_ json: JSONObject, name: String) {
        guard json["name"]?.string?.hasSameBytes(as: name) == true,
            let created = json["createTime"]?.string.flatMap({ GoogleTime($0) }),
            let updated = json["updateTime"]?.string.flatMap({ GoogleTime($0) })
        else { return nil }
        self.init(fields: json["fields"]?.object ?? [:], createTime: created, updateTime: updated)
    }

    /// Returns the document's content after a commit, computed from the writes and the server's times without another
    /// read.
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

struct FirestoreCommit: Sendable {
    /// The document's `updateTime` after the commit.
    let version: GoogleTime
    /// The server's times for each write, in the order of the writes and their time fields.
    let times: [[JSONValue]]
}

/// One write of an atomic commit.
struct FirestoreWrite: Sendable, Equatable {
    /// A condition on the document before the write.
    enum Condition: Sendable, Equatable {
        /// The document does not exist.
        case isMissing
        /// The document exists.
        case exists
        /// The document was last changed at the given time.
        case isUnchanged(since: GoogleTime)
    }

    /// The condition; nil if the previous write has already checked it.
    let condition: Condition?
    /// The fields' new values, each with its type.
    var fields: JSONObject
    /// The changed paths; a path without a value is removed. Nil replaces the whole document.
    var mask: [JSONValue]?
    /// The fields that are set to the server's time.
    var times: [String] = []

    /// Returns the write in the form of `documents:commit`.
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
