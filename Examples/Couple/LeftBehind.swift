public import Sesame
public import SesameMigration

/// The data that the app's version before this library left on the device.
public struct LeftBehind {
    private let preferences: any LegacyPreferences
    private let manager: AuthManager
    private let cache: UserCache<LegacyProfile>

    /// Creates the migration from the old preferences to the manager and to a cache of the profile.
    public init(
        in preferences: some LegacyPreferences, manager: AuthManager, cache: UserCache<LegacyProfile>
    ) {
        self.preferences = preferences
        self.manager = manager
        self.cache = cache
    }

    /// Imports the data once, before the first sign-in. Names from Apple (`AppleDisplayName_…`) are sent with the next
    /// sign-in of the same users, and the cached user (`cached_user`) fills forms. Throws while the device is locked,
    /// or if a value cannot be stored; the data then remains for the next launch.
    public func takeOver() async throws(AuthError) {
        try await LegacyImport(from: preferences).run(into: manager, profiles: cache)
    }
}
