public import Sesame
public import SesameCore
import SesameWire

/// A profile back end without a server. It counts versions, refuses the same requests as a real one, fails as scripted
/// by a test, and records its calls.
///
/// ```swift
/// let service = MockProfileService(required: ["name"], steps: OnboardingSteps("about", "goals"), .mock(of: "uid-1"))
/// let profiles = ProfileStore(service: service, auth: manager, storage: .memory)
/// service.isOffline = true
/// ```
public final class MockProfileService: ProfileService, ScriptedService {
    /// A call of a profile back end.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// A request for the profile.
        case load
        /// A change of the profile.
        case save
        /// The completion of the onboarding.
        case complete
    }

    struct State {
        var documents: MockProfiles
        var saves: [ProfileChange] = []
        var savers: [String] = []
        var betweenSaves: (@Sendable (inout Profile) -> Void)?
        var sendsStale = true
    }

    /// The script of the next calls.
    public let script: CallScript<Call>
    let state: Locked<State>
    private let clock: AuthClock
    private let auth: (any AuthManagerProtocol)?

    /// Creates a back end with the given profiles.
    ///
    /// - Parameters:
    ///   - required: The fields required to complete the onboarding.
    ///   - steps: The onboarding's steps, taken one at a time; nil for an onboarding with one form.
    ///   - auth: The manager whose signed-in user makes the requests; nil accepts requests for all users.
    public init(
        required: [String] = [], steps: OnboardingSteps? = nil, auth: (any AuthManagerProtocol)? = nil,
        clock: AuthClock = .system, _ profiles: Profile...
    ) {
        self.auth = auth
        self.clock = clock
        script = CallScript(clock: clock)
        var documents = MockProfiles(required: required, steps: steps?.all.map(\.rawValue) ?? [])
        for profile in profiles { documents.profiles[profile.uid] = profile }
        state = Locked(State(documents: documents))
    }

    /// Returns the user's profile; nil if none is stored.
    public func load(for uid: String) async throws(AuthError) -> Profile? {
        try await perform(.load, uid) { state throws(AuthError) in state.documents.profiles[uid] }
    }

    /// Saves the change's fields, and moves the onboarding along its steps. Throws
    /// ``SesameCore/AuthError/Code/preconditionFailed`` if the change is based on another version.
    public func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        state.withLock { state in
            state.saves.append(change)
            state.savers.append(uid)
        }
        return try await perform(.save, uid) { [now = clock.now] state throws(AuthError) in
            if let others = state.betweenSaves {
                state.betweenSaves = nil
                state.documents.change(uid, at: now, others)
            }
            do throws(AuthError) {
                return try state.documents.save(change, for: uid, at: now)
            } catch {
                var error = error
                if !state.sendsStale { error.newest = nil }
                throw error
            }
        }
    }

    /// Completes the onboarding. Throws ``SesameCore/AuthError/Code/profileIncomplete`` if a required field is missing,
    /// and ``SesameCore/AuthError/Code/invalidTransition`` if the app's steps have not been started.
    public func complete(for uid: String) async throws(AuthError) -> Profile {
        try await perform(.complete, uid) { [now = clock.now] state throws(AuthError) in
            try state.documents.complete(uid, at: now)
        }
    }

    private func perform<Answer>(
        _ call: Call, _ uid: String, _ effect: (inout State) throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        try await script.perform(call) { () throws(AuthError) in
            try auth?.expect(uid)
            return try state.withLock { state in Result { () throws(AuthError) in try effect(&state) } }.get()
        }
    }
}
