/// The steps of an app's onboarding, in order.
public struct OnboardingSteps: Sendable, Equatable {
    /// All steps; at least one.
    public let all: [OnboardingStep]

    /// Creates the steps from their names, as the profile stores them. The order of the names is the order of the
    /// onboarding.
    public init(_ first: String, _ others: String...) {
        all = ([first] + others).map(OnboardingStep.init(rawValue:))
    }

    /// Returns the index of the step at which a user continues: the stored step, or the first one if none is stored or
    /// this version of the app does not have it.
    public func index(of stored: OnboardingStep?) -> Int {
        stored.flatMap { all.firstIndex(of: $0) } ?? 0
    }

    /// Returns the step at which a user continues: the stored step, or the first one if none is stored or this version
    /// of the app does not have it.
    public func step(for stored: OnboardingStep?) -> OnboardingStep {
        all[index(of: stored)]
    }

    /// Returns the step before the stored one; nil if the user is at the first step.
    public func previous(to stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index > 0 ? all[index - 1] : nil
    }

    /// Returns the step after the stored one; nil if the user is at the last step, which completes the onboarding.
    public func next(after stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index + 1 < all.count ? all[index + 1] : nil
    }
}
