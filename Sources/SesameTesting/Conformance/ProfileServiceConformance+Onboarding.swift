import Sesame
import SesameCore

extension ProfileServiceConformance {
    static let stepCases: [Case] = [
        Case("the first save starts the onboarding") { subject in
            let profile = try await subject.save(subject.fields("one"))
            try expect(profile.onboarding.state, is: .inProgress, "the onboarding")
        },
        Case("the onboarding moves along its steps, several at once, and back") { subject in
            let far = try await subject.save(subject.fields("one"), at: 0, 1, 2)
            try expect(far.onboarding, is: subject.place(2), "the onboarding")
            let back = try await subject.save([:], at: 0)
            try expect(back.onboarding, is: subject.place(0), "the onboarding")
            try expect(try await subject.load().onboarding, is: subject.place(0), "the onboarding")
        },
        Case("a save that skips a step is rejected, and its fields are not saved") { subject in
            _ = try await subject.save(subject.fields("one"), at: 0)
            try await expect([.invalidTransition], "a move beyond the next step") {
                _ = try await subject.save(subject.fields("two"), at: 2)
            }
            let profile = try await subject.load()
            try subject.expect(profile, has: "one", nil)
            try expect(profile.onboarding, is: subject.place(0), "the onboarding")
        },
        Case("steps whose response was lost can be repeated") { subject in
            let first = try await subject.save(subject.fields("one"), at: 0)
            let made = try await subject.save(subject.fields("two"), at: 1, 2, version: first.version)
            let repeated = try await subject.save(subject.fields("two"), at: 1, 2, version: first.version)
            try expect(repeated.onboarding, is: made.onboarding, "the onboarding")
            try expect(repeated.version, is: made.version, "the version")
        },
    ]

    static let endCases: [Case] = [
        Case("the onboarding cannot be completed while a required field is missing") { subject in
            let saved = try await subject.save(subject.fields("one"), at: 0)
            try expect(saved.missing, is: [subject.required], "the missing fields")
            let error = try await expect([.profileIncomplete], "a completion without the required field") {
                _ = try await subject.service.complete(for: subject.uid)
            }
            try expect(error.fields.contains(subject.required), "the error does not name the missing field")
            try expect(try await subject.load().onboarding, is: subject.place(0), "the onboarding")
        },
        Case("the onboarding can be completed when nothing is missing, and a repetition changes nothing") { subject in
            _ = try await subject.save(subject.fields("one", required: "two"), at: 0)
            let first = try await subject.service.complete(for: subject.uid)
            try expect(first.onboarding, is: OnboardingStatus(state: .completed), "the onboarding")
            try subject.expect(first, has: "one", nil)
            let second = try await subject.service.complete(for: subject.uid)
            try expect(second.version, is: first.version, "the version")
            try expect(try await subject.load().onboarding.state, is: .completed, "the onboarding")
        },
        Case("a completed onboarding stays completed, whatever is changed later") { subject in
            _ = try await subject.save(subject.fields("one", required: "two"), at: 0)
            _ = try await subject.service.complete(for: subject.uid)
            let changed = try await subject.save(subject.fields("three"))
            try subject.expect(changed, has: "three", nil)
            try expect(changed.onboarding.state, is: .completed, "the onboarding")
            try await expect([.profileIncomplete], "a removal of a required field") {
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
