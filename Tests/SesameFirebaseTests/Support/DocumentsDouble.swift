import Foundation
import Sesame
import SesameCore
import SesameWire

@testable import SesameFirebase

/// The documents `users/{uid}` of an in-memory Firebase project. Users may access only their own document.
struct DocumentsDouble {
    static let prefix = "projects/couple-1a2b3/databases/(default)/documents/users/"

    var documents: [String: FirestoreDocument] = [:]
    /// The `data` of each accepted call of the project's function, oldest first.
    var told: [JSONObject] = []
    /// The fields that the security rule forbids users to write.
    var guarded: Set<String> = []
    private var time = GoogleTime(nanoseconds: 1_800_000_000_123_456_000)

    func read(_ json: JSONObject, by uid: String) throws -> TransportResponse {
        var elements: [JSONValue] = []
        for name in (json["documents"]?.array ?? []).compactMap(\.string) {
            guard name == Self.prefix + uid else { throw Self.denial }
            let read: JSONValue = .string(time.text)
            guard let document = documents[uid] else {
                elements.append(["missing": .string(name), "readTime": read])
                continue
            }
            elements.append([
                "found": [
                    "name": .string(name), "fields": .object(document.fields),
                    "createTime": .string(document.createTime.text), "updateTime": .string(document.updateTime.text),
                ], "readTime": read,
            ])
        }
        return .success(.array(elements))
    }

    mutating func commit(_ json: JSONObject, by uid: String) throws -> TransportResponse {
        let saved = documents
        time = GoogleTime(nanoseconds: time.nanoseconds + 1_000_000)
        do {
            let results = try (json["writes"]?.array ?? []).map { try make($0, by: uid) }
            return .success(["writeResults": .array(results), "commitTime": .string(time.text)])
        } catch {
            documents = saved
            throw error
        }
    }

    private mutating func make(_ write: JSONValue, by uid: String) throws -> JSONValue {
        guard let update = write["update"]?.object, update["name"]?.string == Self.prefix + uid else {
            throw Self.denial
        }
        try check(write["currentDocument"], uid)
        var fields = documents[uid]?.fields ?? [:]
        let new = update["fields"]?.object ?? [:]
        if let paths = write["updateMask"]?["fieldPaths"]?.array {
            for path in paths.compactMap(\.string).map(Self.names) { Self.set(path, in: &fields, to: new) }
        } else {
            fields = new
        }
        let before = documents[uid]?.fields ?? [:]
        for name in guarded where fields[name] != before[name] && !before.isEmpty { throw Self.denial }
        var results: [JSONValue] = []
        for transform in write["updateTransforms"]?.array ?? [] {
            let value: JSONValue = ["timestampValue": .string(time.text)]
            results.append(value)
            fields[Self.names(transform["fieldPath"]?.string ?? "")[0]] = value
        }
        documents[uid] = FirestoreDocument(
            fields: fields, createTime: documents[uid]?.createTime ?? time, updateTime: time)
        return ["updateTime": .string(time.text), "transformResults": .array(results)]
    }

    /// Implements the project's function: records the call, and removes the token from all other users' documents.
    mutating func storeToken(_ json: JSONObject, by uid: String) throws -> TransportResponse {
        guard let data = json["data"]?.object else { throw Self.refusal("INVALID_ARGUMENT", 400) }
        guard data["userId"]?.string == uid else { throw Self.refusal("PERMISSION_DENIED", 403) }
        told.append(data)
        for (other, document) in documents where other != uid {
            var document = document
            var entries = document.fields["fcmTokens"]?["mapValue"]?["fields"]?.object ?? [:]
            for member in entries.members where member.value["stringValue"] == data["fcmToken"] {
                entries.remove(member.name)
            }
            document.fields["fcmTokens"] = ["mapValue": ["fields": .object(entries)]]
            documents[other] = document
        }
        return .success(["result": ["success": true]])
    }

    /// Returns the ids of the installations that have a token in the user's document.
    func installations(of uid: String) -> [String] {
        (documents[uid]?.fields["fcmTokens"]?["mapValue"]?["fields"]?.object ?? [:]).members.map(\.name)
    }

    private func check(_ condition: JSONValue?, _ uid: String) throws {
        if let exists = condition?["exists"]?.bool, exists != (documents[uid] != nil) {
            throw exists
                ? TransportResponse.refusal(404, "No document to update", "NOT_FOUND")
                : TransportResponse.refusal(409, "Document already exists", "ALREADY_EXISTS")
        }
        if let time = condition?["updateTime"]?.string, GoogleTime(time) != documents[uid]?.updateTime {
            throw TransportResponse.refusal(400, "the stored version does not match", "FAILED_PRECONDITION")
        }
    }

    static let denial = TransportResponse.refusal(403, "Missing or insufficient permissions.", "PERMISSION_DENIED")

    private static func refusal(_ kind: String, _ status: Int) -> TransportResponse {
        .init(
            status: status,
            body: JSONValue.object(["error": ["message": "refused", "status": .string(kind)]]).serialized())
    }

    private static func set(_ path: [String], in fields: inout JSONObject, to new: JSONObject) {
        guard path.count > 1 else {
            fields[path[0]] = new[path[0]]
            return
        }
        var inner = fields[path[0]]?["mapValue"]?["fields"]?.object ?? [:]
        inner[path[1]] = new[path[0]]?["mapValue"]?["fields"]?[path[1]]
        fields[path[0]] = ["mapValue": ["fields": .object(inner)]]
    }

    /// Returns the components of a field path, without their backticks.
    private static func names(_ path: String) -> [String] {
        var (names, isQuoted, isEscaped) = ([""], false, false)
        for character in path {
            switch character {
            case _ where isEscaped:
                names[names.count - 1].append(character)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "`": isQuoted.toggle()
            case "." where !isQuoted: names.append("")
            default: names[names.count - 1].append(character)
            }
        }
        return names
    }
}
