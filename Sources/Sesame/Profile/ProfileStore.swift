import Foundation
public import SesameCore
import SesameWire

/// The profile of the person who is signed in: loads it, keeps it for when there is no network, and saves changes so
/// that none is lost.
///
/// One for each app: ``SesameClient/profiles``, or one made beside a manager. It is the ``ProfileSource`` of ``AppState``:
/// ```swift
/// let profiles = ProfileStore(service: service, auth: manager, storage: .keychain(name: "couple"))
/// let state = AppState(auth: manager, profiles: profiles)
/// ```
/// A change is on the disk before it is sent, and is sent until the server has taken or refused it, also after a
/// restart. It belongs to the person who made it: it is never sent in another one's name, and dropped when they sign
/// out or somebody else signs in. When the server ends their session, it waits for them to sign in again. A guest's goes
/// along into the account that they become part of, whose own values stay.
public actor ProfileStore: ProfileSource {
    let service: any ProfileService
    let auth: AuthManager
    let cache: UserCache<KeptProfile>
    let steps: OnboardingSteps?
    let clock: AuthClock
    let random: @Sendable () -> Double
    let broadcast = StateBroadcast(ProfileSnapshot?.none)

    var queue: ProfileQueue
    /// The user of the profile.
    var owner: String?
    /// Counts the owners: what was begun for one and ends with another touches nothing.
    var epoch = 0
    /// The last epoch that the server has ended, and its reason.
    var ending: (epoch: Int, code: AuthError.Code)?
    /// The knowledge without the pending changes.
    var known = KnownProfile.nothing
    /// Counts what was learnt, so that an older answer does not take a newer one's place.
    var lessons = 0
    /// Counts what was sent, and what of it has not been answered.
    var (saves, savesUnderWay) = (0, 0)
    /// The rejections since they were last said, by field.
    var refusals: [String: Refusal] = [:]
    var delivery: Task<Result<Void, AuthError>, Never>?
    var retry: Task<Void, Never>?
    var backoff = Backoff()

    /// A store for whoever the manager says is signed in.
    /// - Parameters:
    ///   - storage: The place of the profile for when there is no network, and of changes that the server has not
    ///     acknowledged. With ``StorageLocation/memory`` both are gone when the app ends.
    ///   - steps: The steps of the app's onboarding, if it has any.
    ///   - random: Numbers from 0 up to 1, for the waits between two attempts.
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

    /// The knowledge now; nil while there is none, or nobody is signed in.
    public nonisolated var snapshot: ProfileSnapshot? {
        // Somebody may have signed out since it was made known.
        guard let snapshot = broadcast.state, let user = auth.auth else { return nil }
        return snapshot.profile.uid.hasSameBytes(as: user.uid) ? snapshot : nil
    }

    /// The knowledge now, then each change of it. Every call makes a stream of its own.
    public nonisolated var snapshots: AsyncStream<ProfileSnapshot?> { broadcast.stream }

    /// Follows who is signed in, and sends what waits, until the task is cancelled.
    public func run() async {
        for await _ in auth.states {
            synchronize()
            deliverInBackground()
        }
    }

    /// Looks up the profile. Writes nothing but what the person has changed before, and that only after the server has
    /// answered.
    public func load(for user: UserAuthInfo) async -> ProfileAnswer {
        synchronize()
        guard let owner else { return .failed(lateness(of: epoch - 1)) }
        guard owner.hasSameBytes(as: user.uid) else { return .failed(.superseded) }
        if let error = await learnNewest() { return .failed(error) }
        deliverInBackground()
        return shown.map { .found($0.progress) } ?? .missing
    }

    /// Returns a draft on top of what is known. It loads the profile first where nothing is known yet: a draft on top
    /// of nothing would say that everything has changed.
    ///
    /// Throws ``SesameCore/AuthError/Code/notAuthenticated`` when nobody is signed in, and what keeps the profile from
    /// being loaded.
    public func draft() async throws(AuthError) -> ProfileDraft {
        synchronize()
        if owner != nil, let base { return ProfileDraft(base) }
        guard let user = auth.auth else { throw .nobody }
        if case .failed(let error) = await load(for: user) { throw error }
        guard let base else { throw .superseded }
        return ProfileDraft(base)
    }

    /// A draft on top of what is known, with what is known beside it at that moment; nil while nothing is.
    func form() -> (draft: ProfileDraft, snapshot: ProfileSnapshot?)? {
        synchronize()
        guard owner != nil, let base else { return nil }
        return (ProfileDraft(base), broadcast.state)
    }

    /// The profile that a draft is made on.
    var base: Profile? {
        if case .missing(let empty) = known { return shown ?? empty }
        return shown
    }
}

/// The knowledge about a profile, apart from what waits to be sent.
enum KnownProfile: Equatable {
    /// Nothing.
    case nothing
    /// A profile that this device remembers.
    case remembered(Profile)
    /// The server has said that there is none. An empty one, for the person to begin with.
    case missing(Profile)
    /// A profile that the server has confirmed.
    case confirmed(Profile)

    var profile: Profile? {
        switch self {
        case .nothing, .missing: nil
        case .remembered(let profile), .confirmed(let profile): profile
        }
    }

    /// The profile that changes are put on top of; nil if nothing is known.
    var base: Profile? {
        if case .missing(let empty) = self { empty } else { profile }
    }

    /// The server's version.
    var version: Int { profile?.version ?? 0 }
}

/// A moment of a store, for which an answer is good.
struct Moment {
    /// The lessons by then.
    let lessons: Int
    /// The saves by then; nil if one had not been answered.
    let saves: Int?
}

extension Profile {
    /// The profile of somebody who has none.
    static func empty(of uid: String, at now: Date) -> Profile {
        Profile(
            uid: uid, version: 0, onboarding: OnboardingStatus(state: .notStarted), createdAt: now, lastSignInAt: now,
            updatedAt: now)
    }
}
