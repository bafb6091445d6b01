public import SesameCore

/// A change of a profile as it is sent: new values, and steps of the onboarding.
public struct ProfileChange: Sendable, Equatable {
    /// The new values by field; null for a field that is to be removed.
    public var fields: JSONObject
    /// The steps of the onboarding that the person has gone along, the last of them where they go on.
    public var steps: [OnboardingStep]
    /// The version of the profile that the change was made on; nil where nobody knows it.
    public var version: Int?

    /// Makes a change.
    public init(fields: JSONObject = [:], steps: [OnboardingStep] = [], version: Int? = nil) {
        self.fields = fields
        self.steps = steps
        self.version = version
    }
}

extension ProfileChange: Redacted {}
