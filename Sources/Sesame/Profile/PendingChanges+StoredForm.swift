import SesameCore
import SesameWire

extension PendingChanges {
    /// The changes as a JSON object for the storage, with `fields`, `steps` and, if known, the earlier `onboarding`.
    var storedForm: JSONObject {
        var json: JSONObject = [
            "fields": .object(JSONObject(fields.map { .init(name: $0.name, value: $0.storedForm) })),
            "steps": .array(steps.map { .string($0) }),
        ]
        json["onboarding"] = onboarding.map { .object($0.json) }
        return json
    }

    /// Reads stored changes, and skips invalid fields; nil if the bytes are not a JSON object with `fields` and
    /// `steps`.
    init?(storedForm bytes: [UInt8]) {
        guard let json = (try? JSONValue(parsing: bytes, limits: .storedChanges))?.object,
            let fields = json["fields"]?.object, let steps = json["steps"]?.array
        else { return nil }
        self.init(
            fields: fields.members.compactMap { Field(name: $0.name, storedForm: $0.value) },
            steps: steps.compactMap(\.string),
            onboarding: json["onboarding"]?.object.flatMap { try? OnboardingStatus(json: $0) })
    }
}

extension PendingChanges.Field {
    fileprivate var storedForm: JSONValue {
        var json: JSONObject = ["change": change.storedForm]
        if let seen { json["seen"] = .some(seen) }
        if let before { json["before"] = .some(before) }
        if isGuests { json["isGuests"] = .bool(true) }
        return .object(json)
    }

    fileprivate init?(name: String, storedForm json: JSONValue) {
        guard let change = json["change"].flatMap({ ValueChange(storedForm: $0) }) else { return nil }
        self.init(name: name, change: change, seen: json["seen"])
        before = json["before"]
        isGuests = json["isGuests"]?.bool ?? false
    }
}

extension JSONLimits {
    /// The limits of stored changes. They suffice for the largest profile with both the new values and the objects as
    /// the user saw them.
    fileprivate static let storedChanges = JSONLimits(bytes: 4_194_304, depth: 80, members: 65_536)
}
