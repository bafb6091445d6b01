public import Sesame
public import SesameCore
import SesameWire

/// A back end for profiles without a server: it counts versions, refuses what a real one refuses, fails where a test
/// says so, and notes what it was asked.
///
/// ```swift
/// let service = MockProfileService(required: ["name"], steps: OnboardingSteps("about", "goals"), .mock(of: "uid-1"))
/// let profiles = ProfileStore(service: service, auth: manager, storage: .memory)
/// service.isOffline = true
/// ```
public final class MockProfileService: ProfileService, ScriptedService {
    /// A call of a back end for profiles.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// The profile.
        case load
        /// A change of it.
        case save
        /// The end of the onboarding.
        case complete
    }

    struct State {
        var documents: MockProfiles
        var saves: [ProfileChange] = []
        var savers: [String] = []
        var betweenSaves: (@Sendable (inout Profile) -> Void)?
        var sendsStale = true
    }

    /// The script of the calls to come.
    public let script: CallScript<Call>
    let state: Locked<State>
    private let clock: AuthClock
    private let auth: (any AuthManagerProtocol)?

    /// A back end with these profiles.
    /// - Parameters:
    ///   - required: The fields without which nobody ends the onboarding.
    ///   - steps: The steps that the onboarding goes along, one at a time; without them it is one form.
    ///   - auth: Who knows in whose name requests are made; nil takes them in everybody's.
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

    /// The person's profile, if there is one.
    public func load(for uid: String) async throws(AuthError) -> Profile? {
        try await perform(.load, uid) { state throws(AuthError) in state.documents.profiles[uid] }
    }

    /// Changes the fields that the change names, and goes along its steps.
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

    /// Ends the onboarding.
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
