import SesameAccounts
import SesameCore

/// The names of an onboarding's states in a row.
private enum OnboardingName: String {
    case notStarted = "not_started"
    case inProgress = "in_progress"
    case completed
}

extension Statement {
    /// The five columns of a profile: `onboarding, onboarding_step, profile_version, profile_updated_at, profile`.
    func profile(from column: Int32) throws(StorageError) -> Profile {
        let name: OnboardingName = try value(column)
        let onboarding: Onboarding =
            switch name {
            case .notStarted: .notStarted
            case .inProgress: .inProgress(step: optionalText(column + 1))
            case .completed: .completed
            }
        return Profile(
            fields: try object(column + 4), onboarding: onboarding, version: integer(column + 2),
            updatedAt: date(column + 3))
    }

    mutating func bind(_ profile: Profile) {
        let (name, step): (OnboardingName, String?) =
            switch profile.onboarding {
            case .notStarted: (.notStarted, nil)
            case .inProgress(let step): (.inProgress, step)
            case .completed: (.completed, nil)
            }
        bind(name.rawValue)
        bind(step)
        bind(profile.version)
        bind(profile.updatedAt)
        bind(text: profile.fields.serialized())
    }

    /// A column that holds a JSON object which we wrote: there is no limit but that of what was let in.
    func object(_ column: Int32) throws(StorageError) -> JSONObject {
        let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes(column), limits: limits)
        } catch {
            throw .corrupt("a row's JSON is none: \(error)")
        }
        guard let object = value.object else { throw .corrupt("a row's JSON is no object") }
        return object
    }
}
