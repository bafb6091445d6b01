import Foundation
import Sesame
import SesameCore

/// The profiles of ``MockProfileService``, as a value, with a server's rules for them.
struct MockProfiles: Sendable {
    var profiles: [String: Profile] = [:]
    var required: [String]
    var steps: [String]
    var refused: [String: AuthError.Code] = [:]
    var namesFields = true

    init(required: [String], steps: [String]) {
        self.required = required
        self.steps = steps
    }

    /// Changes a profile without any check; does nothing if it does not exist.
    mutating func change(_ uid: String, at now: Date, _ change: (inout Profile) -> Void) {
        guard var profile = profiles[uid] else { return }
        change(&profile)
        store(&profile, at: now)
    }

    /// Applies a change completely or not at all, and returns the profile, which is created if it does not exist.
    mutating func save(_ change: ProfileChange, for uid: String, at now: Date) throws(AuthError) -> Profile {
        try check(change)
        let stored = profiles[uid]
        var profile = stored ?? .mock(of: uid, version: 0, at: now)
        for member in change.fields.members { profile.fields.apply(member) }
        profile.missing = missing(in: profile.fields)
        profile.onboarding = try moved(profile.onboarding, along: change.steps.map(\.rawValue))
        if profile.fields != stored?.fields ?? [:], profile.onboarding.state == .notStarted {
            profile.onboarding = OnboardingStatus(state: .inProgress, step: steps.first)
        }
        if profile.onboarding.state == .completed, !profile.missing.isEmpty { throw .missing(profile.missing) }
        if let stored, profile.fields == stored.fields, profile.onboarding == stored.onboarding { return stored }
        if let version = change.version, version != stored?.version ?? 0 {
            var error = AuthError(.preconditionFailed, "the profile was changed in the meantime")
            error.newest = stored
            throw error
        }
        store(&profile, at: now)
        return profile
    }

    /// Completes the onboarding. Throws `notFound` for a missing profile, `profileIncomplete` if a required field is
    /// missing, and `invalidTransition` if the steps have not been started.
    mutating func complete(_ uid: String, at now: Date) throws(AuthError) -> Profile {
        guard var profile = profiles[uid] else { throw AuthError(.notFound, "the profile does not exist") }
        if profile.onboarding.state == .completed { return profile }
        let missing = missing(in: profile.fields)
        guard missing.isEmpty else { throw .missing(missing) }
        guard profile.onboarding.state != .notStarted || steps.isEmpty else {
            throw AuthError(.invalidTransition, "the onboarding has not started")
        }
        profile.onboarding = OnboardingStatus(state: .completed)
        store(&profile, at: now)
        return profile
    }

    private mutating func store(_ profile: inout Profile, at now: Date) {
        profile.version += 1
        profile.updatedAt = now
        profile.missing = missing(in: profile.fields)
        profiles[profile.uid] = profile
    }

    private func check(_ change: ProfileChange) throws(AuthError) {
        for member in change.fields.members {
            guard let code = refused[member.name] else { continue }
            throw refusal(code, "fields.\(member.name)")
        }
        if let code = refused["onboarding.step"], !change.steps.isEmpty { throw refusal(code, "onboarding.step") }
    }

    private func refusal(_ code: AuthError.Code, _ field: String) -> AuthError {
        var error = AuthError(code, "the test rejects this change")
        if namesFields { error.fields = [field] }
        return error
    }

    private func missing(in fields: JSONObject) -> [String] {
        required.filter { fields[$0]?.isGiven != true }
    }

    /// Returns the onboarding's status after the steps of the path. Throws `invalidTransition` for a step beyond the
    /// next one or after the onboarding's completion, and `invalidRequest` for an unknown step.
    private func moved(_ onboarding: OnboardingStatus, along path: [String]) throws(AuthError) -> OnboardingStatus {
        var onboarding = onboarding
        for step in path {
            var greatest = 0
            switch onboarding.state {
            case .completed: throw AuthError(.invalidTransition, "the onboarding is completed")
            case .notStarted: break
            case .inProgress: greatest = (onboarding.step.flatMap(steps.firstIndex) ?? 0) + 1
            }
            if !steps.isEmpty {
                guard let target = steps.firstIndex(of: step) else { throw refusal(.invalidRequest, "onboarding.step") }
                guard target <= greatest else { throw refusal(.invalidTransition, "onboarding.step") }
            }
            onboarding = OnboardingStatus(state: .inProgress, step: step)
        }
        return onboarding
    }
}

extension AuthError {
    fileprivate static func missing(_ fields: [String]) -> AuthError {
        var error = AuthError(.profileIncomplete, "required profile fields are missing")
        error.fields = fields
        return error
    }
}
