import SesameCore
import SesameWire

/// An app's onboarding steps and the rules for moving along them.
package struct OnboardingPlan: Sendable, Equatable {
    /// The steps in their order; empty if the onboarding is one form.
    package let steps: [String]

    package init(steps: [String] = []) {
        self.steps = steps
    }

    /// Returns the state after a profile change by the user, which starts the onboarding if it has not started.
    func begun(_ state: Onboarding) -> Onboarding {
        state == .notStarted ? .inProgress(step: steps.first) : state
    }

    /// Returns the state after moving to each step of a path in turn. Throws if a step is unknown, if a move would skip
    /// a step, or if the onboarding is completed.
    func moved(_ state: Onboarding, along path: [String]) throws(AccountError) -> Onboarding {
        var state = state
        for step in path { state = try moved(state, to: step) }
        return state
    }

    /// Returns the steps that are reachable from a state in one move: all earlier steps, the current one and the next;
    /// none if the onboarding is completed.
    package func reachable(from state: Onboarding) -> [String] {
        highestStep(from: state).map { Array(steps.prefix($0 + 1)) } ?? []
    }

    /// Returns the highest index in ``steps`` that is reachable in one move; nil if the onboarding is completed. At the
    /// last step, the index is one past the end.
    private func highestStep(from state: Onboarding) -> Int? {
        switch state {
        case .notStarted: 0
        // A step that the app no longer has counts as the first one.
        case .inProgress(let step): (step.flatMap(index) ?? 0) + 1
        case .completed: nil
        }
    }

    private func moved(_ state: Onboarding, to step: String) throws(AccountError) -> Onboarding {
        guard let target = index(of: step) else {
            throw AccountError(.invalidRequest, "the app's onboarding has no such step", field: "onboarding.step")
        }
        guard let greatest = highestStep(from: state) else {
            throw AccountError(.invalidTransition, "the onboarding is completed")
        }
        guard target <= greatest else {
            throw AccountError(
                .invalidTransition, "an onboarding step was skipped; the next one is '\(steps[greatest])'",
                field: "onboarding.step")
        }
        return .inProgress(step: steps[target])
    }

    /// Returns the state after completion. Throws if the onboarding has steps but has not started. A repeated
    /// completion changes nothing.
    func completed(_ state: Onboarding) throws(AccountError) -> Onboarding {
        guard state != .notStarted || steps.isEmpty else {
            throw AccountError(.invalidTransition, "the onboarding has not started; its first step is '\(steps[0])'")
        }
        return .completed
    }

    /// Returns the more advanced of two onboarding states; the first if they are equal.
    func further(_ one: Onboarding, _ other: Onboarding) -> Onboarding {
        rank(other) > rank(one) ? other : one
    }

    private func rank(_ state: Onboarding) -> Int {
        switch state {
        case .notStarted: -1
        case .inProgress(let step): step.flatMap(index) ?? 0
        case .completed: .max
        }
    }

    private func index(of step: String) -> Int? {
        steps.firstIndex { $0.hasSameBytes(as: step) }
    }
}
