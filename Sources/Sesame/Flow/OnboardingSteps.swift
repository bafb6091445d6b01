/// The steps of an app's onboarding, in their order.
public struct OnboardingSteps: Sendable, Equatable {
    /// The steps; at least one.
    public let all: [OnboardingStep]

    /// Steps of these names.
    public init(_ first: String, _ others: String...) {
        all = ([first] + others).map(OnboardingStep.init(rawValue:))
    }

    /// Returns the place at which a user goes on: the stored step, or the first one if none is stored, or one that this
    /// version of the app does not have.
    public func index(of stored: OnboardingStep?) -> Int {
        stored.flatMap { all.firstIndex(of: $0) } ?? 0
    }

    /// The step where a person goes on.
    public func step(for stored: OnboardingStep?) -> OnboardingStep {
        all[index(of: stored)]
    }

    /// The step before; nil before the first one.
    public func previous(to stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index > 0 ? all[index - 1] : nil
    }

    /// The step after; nil after the last one: then the onboarding is complete.
    public func next(after stored: OnboardingStep?) -> OnboardingStep? {
        let index = index(of: stored)
        return index + 1 < all.count ? all[index + 1] : nil
    }
}
