public import Foundation
public import Sesame
public import SesameCore

/// A one-time import of the data that an earlier version of the app has left in its preferences. It also erases the
/// data there, because names, a push token and a profile do not belong in a plain file.
///
/// It imports the data, records that, and then erases it. An app that is killed in between imports the same data again
/// at the next launch, which changes nothing. Once the import is recorded, data left by a crash, or written again by
/// the earlier version, is erased without an import.
/// ```swift
/// if let preferences = UserDefaultsPreferences() {
///     try await LegacyImport(from: preferences).run(into: client.auth, pushes: client.pushes)
/// }
/// ```
public struct LegacyImport {
    private let preferences: any LegacyPreferences
    private let now: Date

    /// Creates an import from the earlier version's preferences. A cached profile is left out if it is too old at
    /// `now`.
    public init(from preferences: some LegacyPreferences, now: Date = Date()) {
        self.preferences = preferences
        self.now = now
    }

    /// Imports the data. Call this function before any sign-in: each name from Apple (`AppleDisplayName_…`) is sent to
    /// the server with the next sign-in of the same user.
    ///
    /// Throws while the device is locked, or if a value could not be stored. All data then stays for the next call.
    ///
    /// - Parameters:
    ///   - pushes: The registrar for a token that was not registered yet (`pendingFCMToken`). An app without push
    ///     notifications drops the token.
    ///   - profiles: The cache that stores the cached user (`cached_user`) for seven days, to prefill forms by
    ///     ``LegacyProfile/suggestions(for:)``. Without a cache the data is dropped. The cache must not follow the
    ///     signed-in user, because it would then store nothing for users who have yet to sign in.
    public func run(
        into auth: AuthManager, pushes: PushTokenRegistrar? = nil, profiles: UserCache<LegacyProfile>? = nil
    ) async throws(AuthError) {
        // Without this check, unreadable preferences would count as empty, and be erased the next time.
        try await auth.requireReadableStore()
        try await run { left async throws(AuthError) in
            for name in left.names { try await auth.savePendingName(name) }
            if let profile = left.profile { try profiles?.save(profile, for: profile.uid) }
            if let token = left.pendingPushToken { try await pushes?.importLegacyToken(PushToken(.fcmToken, token)) }
        }
    }

    /// Passes the data to `take`, if any exists and no import is recorded yet, then records the import and erases the
    /// data. If `take` throws, all data stays for the next call, which may pass the same data again.
    func run(_ take: (LegacyData) async throws(AuthError) -> Void) async throws(AuthError) {
        if preferences.value(of: Self.note) == nil {
            let belongings = belongings
            if !belongings.isEmpty { try await take(belongings) }
            preferences.write(.date(now), as: Self.note)
        }
        for name in preferences.names where Self.isOurs(name) { preferences.remove(name) }
    }

    private var belongings: LegacyData {
        LegacyData(
            names: preferences.names.sorted().compactMap(name), pendingPushToken: pendingPushToken,
            profile: LegacyProfile(
                preferences.value(of: Self.profile), savedAt: preferences.value(of: Self.profileTime), now: now))
    }

    /// Returns the name in an entry; nil if the entry contains no name from Apple. The whole display name becomes the
    /// given name, because only the user knows how to split it.
    private func name(_ entry: String) -> FirstSignInName? {
        guard entry.hasPrefix(Self.namePrefix), case .text(let text)? = preferences.value(of: entry) else { return nil }
        let user = String(entry.dropFirst(Self.namePrefix.count))
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !user.isEmpty, !name.isEmpty else { return nil }
        return FirstSignInName(appleUser: user, name: PersonName(givenName: name))
    }

    private var pendingPushToken: Secret? {
        guard case .text(let token)? = preferences.value(of: Self.pushToken), !token.isEmpty else { return nil }
        return Secret(token)
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) || [pushToken, profile, profileTime].contains(name)
    }

    private static let namePrefix = "AppleDisplayName_"
    private static let pushToken = "pendingFCMToken"
    private static let profile = "cached_user"
    private static let profileTime = "cache_timestamp"
    private static let note = "sesame.legacy-import.done"
}
