import Foundation
public import SesameCore
import SesameWire

/// The profile of the signed-in user. The store loads the profile, keeps it for use without a network, and saves
/// changes so that none is lost.
///
/// Use one for each app: ``SesameClient/profiles``, or one created beside a manager. It is the ``ProfileSource`` of
/// ``AppState``:
/// ```swift
/// let profiles = ProfileStore(service: service, auth: manager, storage: .keychain(name: "couple"))
/// let state = AppState(auth: manager, profiles: profiles)
/// ```
/// A change is stored on the device before it is sent, and is sent until the server has accepted or refused it, also
/// after a restart. The change belongs to the user who made it: it is never sent in another user's name, and is dropped
/// when they sign out or another user signs in. If the server ends the user's session, the change waits until they sign
/// in again. A guest's change moves to the account into which they are merged; that account's own values take
/// precedence.
public actor ProfileStore: ProfileSource {
    let service: any ProfileService
    let auth: AuthManager
    let cache: UserCache<KeptProfile>
    let steps: OnboardingSteps?
    let clock: AuthClock
    let random: @Sendable () -> Double
    let broadcast = StateBroadcast(ProfileSnapshot?.none)

    var queue: ProfileQueue
    /// The uid of the user whose profile the store holds; nil if no user is signed in.
    var owner: String?
    /// The number of changes of the owner so far. Work that begins at one epoch and ends at another has no effect.
    var epoch = 0
    /// The last epoch whose session the server has ended, with the reason; nil if there is none.
    var ending: (epoch: Int, code: AuthError.Code)?
    /// The newest profile from the server, or else from the cache, without pending changes.
    var known = KnownProfile.nothing
    /// The number of received profiles, so that an older response does not replace a newer one.
    var lessons = 0
    /// The number of sent saves, and of those without a response.
    var (saves, savesUnderWay) = (0, 0)
    /// The rejections by field, until a later change of the field is saved.
    var refusals: [String: Refusal] = [:]
    var delivery: Task<Result<Void, AuthError>, Never>?
    var retry: Task<Void, Never>?
    var backoff = Backoff()

    /// Creates a store for the manager's signed-in user.
    /// - Parameters:
    ///   - storage: The storage of the profile for use without a network, and of changes that the server has not
    ///     acknowledged. With ``StorageLocation/memory`` both are lost when the app ends.
    ///   - steps: The steps of the app's onboarding, if it has any.
    ///   - random: The source of numbers from 0 up to 1, for the waits between two attempts.
    public init(
        service: some ProfileService, auth: AuthManager, storage: StorageLocation, steps: OnboardingSteps? = nil,
        clock: AuthClock = .system, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.service = service
        self.auth = auth
        cache = UserCache(storage: storage.storage(.profile), clock: clock)
        self.steps = steps
        self.clock = clock
        self.random = random
        queue = ProfileQueue(storage: storage.storage(.outbox))
    }

    /// The current snapshot; nil if no profile is known, or no user is signed in.
    public nonisolated var snapshot: ProfileSnapshot? {
        // The user may have signed out since the snapshot was published.
        guard let snapshot = broadcast.state, let user = auth.auth else { return nil }
        return snapshot.profile.uid.hasSameBytes(as: user.uid) ? snapshot : nil
    }

    /// A stream of the current snapshot, then of each change. Every access creates a new stream.
    public nonisolated var snapshots: AsyncStream<ProfileSnapshot?> { broadcast.stream }

    /// Follows the signed-in user, and sends pending changes, until the task is canceled.
    public func run() async {
        for await _ in auth.states {
            synchronize()
            deliverInBackground()
        }
    }

    /// Loads the profile from the server, and returns the state of the onboarding. After a successful load, pending
    /// changes are sent in the background.
    public func load(for user: UserAuthInfo) async -> ProfileLookupResult {
        synchronize()
        guard let owner else { return .failed(lateness(of: epoch - 1)) }
        guard owner.hasSameBytes(as: user.uid) else { return .failed(.superseded) }
        if let error = await learnNewest() { return .failed(error) }
        deliverInBackground()
        return shown.map { .found($0.progress) } ?? .missing
    }

    /// Returns a draft based on the known profile. If no profile is known, the call loads it first, because a draft
    /// without a base would change every field.
    ///
    /// Throws ``SesameCore/AuthError/Code/notAuthenticated`` if no user is signed in, and the error that prevents
    /// loading the profile.
    public func draft() async throws(AuthError) -> ProfileDraft {
        synchronize()
        if owner != nil, let base { return ProfileDraft(base) }
        guard let user = auth.auth else { throw .nobody }
        if case .failed(let error) = await load(for: user) { throw error }
        guard let base else { throw .superseded }
        return ProfileDraft(base)
    }

    /// Returns a draft based on the known profile, with the snapshot at that moment; nil if no profile is known.
    func form() -> (draft: ProfileDraft, snapshot: ProfileSnapshot?)? {
        synchronize()
        guard owner != nil, let base else { return nil }
        return (ProfileDraft(base), broadcast.state)
    }

    /// The profile on which drafts are based; nil if none is known.
    var base: Profile? {
        if case .missing(let empty) = known { return shown ?? empty }
        return shown
    }
}

/// The profile as the server or the cache has supplied it, without pending changes.
enum KnownProfile: Equatable {
    /// No profile, because neither this device nor the server has supplied one yet.
    case nothing
    /// A profile that this device has stored.
    case cached(Profile)
    /// A profile that does not exist at the server; the value is an empty profile for the user to start with.
    case missing(Profile)
    /// A profile that the server has confirmed.
    case confirmed(Profile)

    var profile: Profile? {
        switch self {
        case .nothing, .missing: nil
        case .cached(let profile), .confirmed(let profile): profile
        }
    }

    /// The profile to which changes are applied; nil if none is known.
    var base: Profile? {
        if case .missing(let empty) = self { empty } else { profile }
    }

    /// The profile's version at the server; 0 if no profile is known.
    var version: Int { profile?.version ?? 0 }
}

/// The counts of received profiles and of saves to which a server's response refers, to detect that the response is out
/// of date.
struct Moment {
    /// The number of profiles that were received before the request was sent.
    let lessons: Int
    /// The number of sent saves that the response can reflect; nil if one of them had no response at the time of the
    /// request.
    let saves: Int?
}

extension Profile {
    /// Returns the empty profile of a user who has none.
    static func empty(of uid: String, at now: Date) -> Profile {
        Profile(
            uid: uid, version: 0, onboarding: OnboardingStatus(state: .notStarted), createdAt: now, lastSignInAt: now,
            updatedAt: now)
    }
}
