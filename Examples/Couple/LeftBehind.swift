public import Sesame
public import SesameMigration

/// Data that the app's version before this library left on the device.
public struct LeftBehind {
    private let preferences: any LegacyPreferences
    private let manager: AuthManager
    private let cache: UserCache<LegacyProfile>

    /// Hands the old preferences to the manager and to a cache of the profile.
    public init(
        in preferences: some LegacyPreferences, manager: AuthManager, cache: UserCache<LegacyProfile>
    ) {
        self.preferences = preferences
        self.manager = manager
        self.cache = cache
    }

    /// Takes it over, once, before anybody signs in: names that Apple gave (`AppleDisplayName_…`) go with the next
    /// sign-in of the same people, and the cached person (`cached_user`) fills forms. On a device that is still locked
    /// it throws, and all stays for the next launch.
    public func takeOver() async throws(AuthError) {
        try await LegacyImport(from: preferences).run(into: manager, profiles: cache)
    }
}
