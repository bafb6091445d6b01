import Sesame
import SesameCore

extension ProfileServiceConformance {
    static let stepCases: [Case] = [
        Case("the first save begins the onboarding") { subject in
            let profile = try await subject.save(subject.fields("one"))
            try expect(profile.onboarding.state, is: .inProgress, "the onboarding")
        },
        Case("the onboarding goes along its steps, several at once, and back") { subject in
            let far = try await subject.save(subject.fields("one"), at: 0, 1, 2)
            try expect(far.onboarding, is: subject.place(2), "the onboarding")
            let back = try await subject.save([:], at: 0)
            try expect(back.onboarding, is: subject.place(0), "the onboarding")
            try expect(try await subject.load().onboarding, is: subject.place(0), "the onboarding")
        },
        Case("a step that is left out is refused, and its fields are not saved") { subject in
            _ = try await subject.save(subject.fields("one"), at: 0)
            try await expect([.invalidTransition], "a move beyond the next step") {
                _ = try await subject.save(subject.fields("two"), at: 2)
            }
            let profile = try await subject.load()
            try subject.expect(profile, has: "one", nil)
            try expect(profile.onboarding, is: subject.place(0), "the onboarding")
        },
        Case("steps whose answer was lost can be gone along again") { subject in
            let first = try await subject.save(subject.fields("one"), at: 0)
            let made = try await subject.save(subject.fields("two"), at: 1, 2, version: first.version)
            let repeated = try await subject.save(subject.fields("two"), at: 1, 2, version: first.version)
            try expect(repeated.onboarding, is: made.onboarding, "the onboarding")
            try expect(repeated.version, is: made.version, "the version")
        },
    ]

    static let endCases: [Case] = [
        Case("the onboarding does not end while something is missing") { subject in
            let saved = try await subject.save(subject.fields("one"), at: 0)
            try expect(saved.missing, is: [subject.required], "what is missing")
            let error = try await expect([.profileIncomplete], "an end without what is required") {
                _ = try await subject.service.complete(for: subject.uid)
            }
            try expect(error.fields.contains(subject.required), "the error does not say what is missing")
            try expect(try await subject.load().onboarding, is: subject.place(0), "the onboarding")
        },
        Case("the onboarding ends when nothing is missing, once") { subject in
            _ = try await subject.save(subject.fields("one", required: "two"), at: 0)
            let first = try await subject.service.complete(for: subject.uid)
            try expect(first.onboarding, is: OnboardingStatus(state: .completed), "the onboarding")
            try subject.expect(first, has: "one", nil)
            let second = try await subject.service.complete(for: subject.uid)
            try expect(second.version, is: first.version, "the version")
            try expect(try await subject.load().onboarding.state, is: .completed, "the onboarding")
        },
        Case("who has finished stays so, whatever is changed later") { subject in
            _ = try await subject.save(subject.fields("one", required: "two"), at: 0)
            _ = try await subject.service.complete(for: subject.uid)
            let changed = try await subject.save(subject.fields("three"))
            try subject.expect(changed, has: "three", nil)
            try expect(changed.onboarding.state, is: .completed, "the onboarding")
            try await expect([.profileIncomplete], "a removal of what is required") {
                _ = try await subject.save(subject.fields(required: .null))
            }
        },
    ]
}

extension ProfileServiceConformance.Subject {
    fileprivate func place(_ index: Int) -> OnboardingStatus {
        OnboardingStatus(state: .inProgress, step: steps.all[index].rawValue)
    }
}
