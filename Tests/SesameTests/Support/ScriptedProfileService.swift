import Foundation
import SesameCore

@testable import Sesame

/// A server of profiles in memory: it counts versions, refuses stale writes and what a test says, and notes what it was
/// asked.
final class ScriptedProfileService: ProfileService {
    enum Call: Hashable, Sendable {
        case load, save, complete
    }

    private struct State {
        var profiles: [String: Profile] = [:]
        var failures: [Call: AuthError] = [:]
        var holds: [Call: Promise<Bool>] = [:]
        var losesAnswers = false
        var refused: [String: AuthError.Code] = [:]
        var required: [String] = []
        var calls: [Call] = []
        var saves: [(uid: String, change: ProfileChange)] = []
        var before: (@Sendable (inout Profile) -> Void)?
        var namesFields = true
        var sendsStale = true
    }

    private let state = Locked(State())

    init(_ profiles: Profile...) {
        state.withLock { state in
            for profile in profiles { state.profiles[profile.uid] = profile }
        }
    }

    /// What the server has of that person.
    subscript(uid: String) -> Profile? {
        get { state.withLock { $0.profiles[uid] } }
        set { state.withLock { $0.profiles[uid] = newValue } }
    }

    var saves: [ProfileChange] { state.withLock { $0.saves.map(\.change) } }
    var savedFor: [String] { state.withLock { $0.saves.map(\.uid) } }
    func count(of call: Call) -> Int { state.withLock { $0.calls.count { $0 == call } } }

    func fail(_ calls: Call..., with error: AuthError?) {
        state.withLock { state in
            for call in calls { state.failures[call] = error }
        }
    }

    func hold(_ call: Call) -> Promise<Bool> {
        let promise = Promise<Bool>()
        state.withLock { $0.holds[call] = promise }
        return promise
    }

    /// Carries out, and then fails.
    func loseAnswers(_ isLosing: Bool) { state.withLock { $0.losesAnswers = isLosing } }

    func refuse(_ field: String, with code: AuthError.Code, naming: Bool = true) {
        state.withLock { state in
            state.refused[field] = code
            state.namesFields = naming
        }
    }

    func require(_ fields: String...) { state.withLock { $0.required = fields } }

    /// Whether a stale write is answered with the newest profile.
    func sendStale(_ isSending: Bool) { state.withLock { $0.sendsStale = isSending } }

    /// Another device's change, once, before the next save is looked at.
    func beforeNextSave(_ change: @escaping @Sendable (inout Profile) -> Void) {
        state.withLock { $0.before = change }
    }

    func change(_ uid: String, _ change: (inout Profile) -> Void) {
        state.withLock { state in
            guard var profile = state.profiles[uid] else { return }
            change(&profile)
            profile.version += 1
            state.profiles[uid] = profile
        }
    }

    func load(for uid: String) async throws(AuthError) -> Profile? {
        try await begin(.load)
        return self[uid]
    }

    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        state.withLock { $0.saves.append((uid, change)) }
        try await begin(.save)
        let result = state.withLock { Self.save(change, for: uid, &$0) }
        if state.withLock({ $0.losesAnswers }) { throw .isOffline }
        return try result.get()
    }

    func complete(for uid: String) async throws(AuthError) -> Profile {
        try await begin(.complete)
        let result = state.withLock { state -> Result<Profile, AuthError> in
            guard var profile = state.profiles[uid] else { return .failure(AuthError(.notFound, "")) }
            let missing = state.required.filter { profile.fields[$0] == nil }
            guard missing.isEmpty else {
                var error = AuthError(.profileIncomplete, "")
                error.fields = missing
                return .failure(error)
            }
            profile.onboarding = OnboardingBody(state: .completed)
            profile.version += 1
            state.profiles[uid] = profile
            return .success(profile)
        }
        return try result.get()
    }

    private func begin(_ call: Call) async throws(AuthError) {
        let (hold, failure) = state.withLock { state in
            state.calls.append(call)
            return (state.holds.removeValue(forKey: call), state.failures[call])
        }
        _ = await hold?.value
        if let failure { throw failure }
    }

    private static func save(
        _ change: ProfileChange, for uid: String, _ state: inout State
    ) -> Result<Profile, AuthError> {
        if let before = state.before, var profile = state.profiles[uid] {
            state.before = nil
            before(&profile)
            profile.version += 1
            state.profiles[uid] = profile
        }
        for member in change.fields.members {
            guard let code = state.refused[member.name] else { continue }
            var error = AuthError(code, "")
            if state.namesFields { error.fields = ["fields.\(member.name)"] }
            return .failure(error)
        }
        if let code = state.refused["onboarding.step"], !change.steps.isEmpty { return .failure(AuthError(code, "")) }
        let stored = state.profiles[uid] ?? .sample(uid, version: 0)
        var profile = stored
        for member in change.fields.members { profile.fields.apply(member) }
        if profile.onboarding.state != .completed {
            if let step = change.steps.last {
                profile.onboarding = OnboardingBody(state: .inProgress, step: step.rawValue)
            } else if profile.fields != stored.fields, profile.onboarding.state == .notStarted {
                profile.onboarding = OnboardingBody(state: .inProgress)
            }
        }
        if profile == stored { return .success(stored) }
        if let version = change.version, version != stored.version {
            var error = AuthError(.preconditionFailed, "")
            if state.sendsStale { error.stale = StaleProfileBody(presentedVersion: version, profile: stored.body) }
            return .failure(error)
        }
        profile.version += 1
        state.profiles[uid] = profile
        return .success(profile)
    }
}

extension Profile {
    static func sample(
        _ uid: String = "uid-1", version: Int = 1, _ fields: JSONObject = [:],
        _ onboarding: OnboardingBody = OnboardingBody(state: .notStarted)
    ) -> Profile {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        return Profile(
            uid: uid, version: version, fields: fields, onboarding: onboarding, createdAt: date, lastSignInAt: date,
            updatedAt: date)
    }
}

extension ProfileField where Value == String {
    static var name: Self { .string("name") }
    static var city: Self { .string("city") }
}
