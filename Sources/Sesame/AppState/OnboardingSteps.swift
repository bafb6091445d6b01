/// The steps of an app's onboarding, in order.
public struct OnboardingSteps: Sendable, Equatable {
    /// All steps; at least one.
    public let all: [OnboardingStep]

    /// Creates steps with these names.
    public init(_ first: String, _ others: String...) {
        all = ([first] + others).map(OnboardingStep.init(rawValue:))
    }

    /// Returns the index of the step at which a user continues: the stored step, or the first one if none is stored or
    /// this version of the app does not have it.
    public func index(of stored: OnboardingStep?) -> Int {
        stored.flatMap { all.firstIndex(of: $0) } ?? 0
    }

    /// Returns the step at which a user continues.
    public func step(for stored: OnboardingStep?) -> OnboardingStep {
        all[index(of: stored)]
    }

    /// Returns the previous step; nil before the first one.
    public func previous(to stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index > 0 ? all[index - 1] : nil
    }

    /// Returns the next step; nil after the last one: then the onboarding is complete.
    public func next(after stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index + 1 < all.count ? all[index + 1] : nil
    }
}
