import SesameAccounts
import SesameCore
import SesameWire

/// The stored names of the onboarding states.
private enum OnboardingName: String {
    case notStarted = "not_started"
    case inProgress = "in_progress"
    case completed
}

extension Statement {
    func profile() throws(StorageError) -> StoredProfile {
        let name: OnboardingName = try value("onboarding")
        let step = optionalText("onboarding_step")
        let onboarding: Onboarding =
            switch name {
            case .notStarted: .notStarted
            case .inProgress: .inProgress(step: step)
            case .completed: .completed
            }
        return StoredProfile(
            fields: try object("profile"), onboarding: onboarding, version: integer("profile_version"),
            updatedAt: date("profile_updated_at"))
    }

    mutating func bind(_ profile: StoredProfile) {
        let (name, step): (OnboardingName, String?) =
            switch profile.onboarding {
            case .notStarted: (.notStarted, nil)
            case .inProgress(let step): (.inProgress, step)
            case .completed: (.completed, nil)
            }
        bind("onboarding", name.rawValue)
        bind("onboarding_step", step)
        bind("profile_version", profile.version)
        bind("profile_updated_at", profile.updatedAt)
        bind("profile", text: profile.fields.serialized())
    }

    /// Returns the JSON object in a column. No size limits apply, because this program wrote it. Throws
    /// ``StorageError/corrupt(_:)`` if the column holds anything else.
    func object(_ column: StaticString) throws(StorageError) -> JSONObject {
        let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes(column), limits: limits)
        } catch {
            throw .corrupt("a row's JSON is invalid: \(error)")
        }
        guard let object = value.object else { throw .corrupt("a row's JSON is not an object") }
        return object
    }
}
