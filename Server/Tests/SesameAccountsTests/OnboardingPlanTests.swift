import SesameCore
import Testing

@testable import SesameAccounts

struct OnboardingPlanTests {
    private static let plan = OnboardingPlan(steps: ["a", "b", "c"])
    private static let states: [Onboarding] =
        [.notStarted, .completed, .inProgress(step: nil)] + ["a", "b", "c", "gone"].map { .inProgress(step: $0) }

    private func code(_ operation: () throws(AccountError) -> Onboarding) -> AuthError.Code? {
        do throws(AccountError) {
            _ = try operation()
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        arguments: [
            (.notStarted, ["a"]), (.inProgress(step: "a"), ["a", "b"]), (.inProgress(step: "b"), ["a", "b", "c"]),
            (.inProgress(step: "c"), ["a", "b", "c"]), (.inProgress(step: nil), ["a", "b"]),
            (.inProgress(step: "gone"), ["a", "b"]), (.completed, []),
        ] as [(Onboarding, [String])])
    func `only the next step, the same step and earlier steps are reachable`(state: Onboarding, reachable: [String]) {
        #expect(Self.plan.reachable(from: state) == reachable)
        for step in Self.plan.steps {
            let refused = code { () throws(AccountError) in try Self.plan.moved(state, along: [step]) }
            #expect(refused == (reachable.contains(step) ? nil : .invalidTransition), "\(step)")
        }
    }

    @Test func `a path is applied step by step, or not at all`() throws {
        #expect(try Self.plan.moved(.notStarted, along: ["a", "b", "c"]) == .inProgress(step: "c"))
        #expect(
            code { () throws(AccountError) in try Self.plan.moved(.notStarted, along: ["a", "c"]) }
                == .invalidTransition)
        #expect(try Self.plan.moved(.inProgress(step: "c"), along: ["a", "b"]) == .inProgress(step: "b"))
    }

    @Test(arguments: states) func `an empty path leaves the state unchanged`(state: Onboarding) throws {
        #expect(try Self.plan.moved(state, along: []) == state)
    }

    @Test(arguments: states) func `an unknown step is rejected`(state: Onboarding) {
        for step in ["d", "A", "", "a "] {
            #expect(code { () throws(AccountError) in try Self.plan.moved(state, along: [step]) } == .invalidRequest)
        }
    }

    @Test func `onboarding starts once, at its first step`() {
        #expect(Self.plan.begun(.notStarted) == .inProgress(step: "a"))
        #expect(OnboardingPlan().begun(.notStarted) == .inProgress(step: nil))
        for state in Self.states where state != .notStarted { #expect(Self.plan.begun(state) == state) }
    }

    @Test func `onboarding with steps cannot be completed before it has started`() throws {
        #expect(code { () throws(AccountError) in try Self.plan.completed(.notStarted) } == .invalidTransition)
        #expect(try OnboardingPlan().completed(.notStarted) == .completed)
        for state in Self.states where state != .notStarted { #expect(try Self.plan.completed(state) == .completed) }
    }

    @Test func `the further of two states wins, and the first of equal ones`() {
        let order: [Onboarding] = [
            .notStarted, .inProgress(step: "a"), .inProgress(step: "b"), .inProgress(step: "c"), .completed,
        ]
        for (index, one) in order.enumerated() {
            for (other, second) in order.enumerated() {
                #expect(Self.plan.further(one, second) == order[max(index, other)])
            }
        }
        #expect(Self.plan.further(.inProgress(step: nil), .inProgress(step: "a")) == .inProgress(step: nil))
    }
}
