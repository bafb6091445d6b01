import SesameCore

extension PendingChanges {
    /// The changes as a storage keeps them.
    var storedForm: JSONObject {
        var json: JSONObject = ["fields": .object(fields), "steps": .array(steps.map { .string($0) })]
        if !origins.isEmpty { json["origins"] = .object(origins) }
        json["version"] = version.map { .integer($0) }
        json["onboarding"] = onboarding.map { .object($0.json) }
        return json
    }

    /// Reads what a storage has kept; nil when it is nothing of ours.
    init?(storedForm bytes: [UInt8]) {
        guard let json = (try? JSONValue(parsing: bytes, limits: .storedProfile))?.object,
            let fields = json["fields"]?.object, let steps = json["steps"]?.array
        else { return nil }
        self.init(
            version: json["version"]?.integer.flatMap { Int(exactly: $0) },
            onboarding: json["onboarding"]?.object.flatMap { try? OnboardingBody(json: $0) }, fields: fields,
            origins: json["origins"]?.object ?? [:], steps: steps.compactMap(\.string))
    }

    /// These on top of older ones of the same person.
    func merged(onto older: PendingChanges) -> PendingChanges {
        guard !older.isEmpty else { return self }
        var (fields, origins) = (older.fields, older.origins)
        for patch in self.fields.members {
            if fields[patch.name] == nil { origins[patch.name] = self.origins[patch.name] }
            fields[patch.name] = fields[patch.name]?.followed(by: patch.value, on: origins[patch.name]) ?? patch.value
        }
        return PendingChanges(
            version: older.version, onboarding: older.onboarding, fields: fields, origins: origins,
            steps: older.steps + steps)
    }
}
