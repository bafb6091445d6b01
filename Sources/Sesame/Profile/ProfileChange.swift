public import SesameCore

/// A change of a profile, as sent to the server: new values, and steps of the onboarding.
public struct ProfileChange: Sendable, Equatable {
    /// The new values by field; null for a removed field.
    public var fields: JSONObject
    /// The onboarding steps that the user has taken; the last one is the current step.
    public var steps: [OnboardingStep]
    /// The version of the profile on which the change is based; nil if unknown.
    public var version: Int?

    /// Creates a change, by default an empty one.
    public init(fields: JSONObject = [:], steps: [OnboardingStep] = [], version: Int? = nil) {
        self.fields = fields
        self.steps = steps
        self.version = version
    }
}

extension ProfileChange: Redacted {}
