import SesameCore

/// The fields that a profile may and must have.
public struct ProfileFields: Sendable {
    /// The fields without which nobody can sign up.
    public let required: [String]
    /// The fields that may be given besides.
    public let optional: [String]

    /// Makes the lists.
    public init(required: [String] = [], optional: [String] = []) {
        self.required = required
        self.optional = optional
    }

    /// All fields, the required ones first.
    public var all: [String] { required + optional }

    /// Whether the profile has such a field.
    func contains(_ name: String) -> Bool {
        all.contains { $0.hasSameBytes(as: name) }
    }

    /// Why somebody cannot give these fields, if so.
    func refusal(of given: JSONObject) -> Refusal? {
        for member in given.members {
            guard contains(member.name) else {
                return Refusal(.invalidRequest, "the app's profiles have no such field", field: "profile")
            }
            guard member.value.string != nil else {
                return Refusal(.invalidRequest, "a profile field is a string", field: "profile.\(member.name)")
            }
        }
        return nil
    }

    /// Why nobody can sign up with that profile, if so.
    func refusal(ofMissingIn profile: JSONObject) -> Refusal? {
        let missing = required.filter { (profile[$0]?.string ?? "").isEmpty }
        guard !missing.isEmpty else { return nil }
        var refusal = Refusal(.profileIncomplete, "required profile fields are missing")
        refusal.missing = missing
        return refusal
    }
}

extension JSONObject {
    /// This profile with other fields, which take the place of those of the same name.
    func merging(_ fields: JSONObject) -> JSONObject {
        var merged = self
        for member in fields.members { merged[member.name] = member.value }
        return merged
    }
}
