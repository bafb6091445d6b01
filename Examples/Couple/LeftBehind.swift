public import Sesame
public import SesameCore

/// What the version of the app before this library has left on the device.
public struct LeftBehind {
    private let preferences: any LegacyPreferences
    private let store: any SessionStore
    private let cache: UserCache<LegacyProfile>

    /// What those preferences hold, for the manager's store and for a cache of the profile.
    public init(
        in preferences: some LegacyPreferences, store: some SessionStore, cache: UserCache<LegacyProfile>
    ) {
        self.preferences = preferences
        self.store = store
        self.cache = cache
    }

    /// Takes it over, once, before the manager is made: names that Apple gave (`AppleDisplayName_…`) go with the next
    /// sign-in of the same people, and the cached person (`cached_user`) fills forms. On a device that is still locked
    /// it throws, and all stays for the next launch.
    public func takeOver() async throws(AuthError) {
        try await LegacyImport(from: preferences).run { [store, cache] left async throws(AuthError) in
            try store.exclusively { () throws(AuthError) in
                let kept = try store.loadNames()
                let new = left.names.filter { name in !kept.contains { $0.appleUser == name.appleUser } }
                if !new.isEmpty { try store.saveNames(kept + new) }
            }
            if let profile = left.profile { try cache.save(profile, for: profile.uid) }
        }
    }
}
