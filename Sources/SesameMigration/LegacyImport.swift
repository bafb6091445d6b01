public import Foundation
public import Sesame
public import SesameCore

/// Takes over, once, what an earlier version of the app has left in its preferences, and erases it there: names, a push
/// token and a profile do not belong into a plain file.
///
/// The order is: take over, note that it was done, erase. An app that is killed in between takes the same things over at
/// the next launch, which changes nothing. Once the note is there nothing is taken over again, and what a crash has
/// left, or the earlier version writes again, is erased.
/// ```swift
/// if let preferences = UserDefaultsPreferences() {
///     try await LegacyImport(from: preferences).run(into: client.auth, pushes: client.pushes)
/// }
/// ```
public struct LegacyImport {
    private let preferences: any LegacyPreferences
    private let now: Date

    /// An import from those preferences.
    public init(from preferences: some LegacyPreferences, now: Date = Date()) {
        self.preferences = preferences
        self.now = now
    }

    /// Takes over what there is, before anybody signs in: each name that Apple gave (`AppleDisplayName_…`) goes to the
    /// server with the next sign-in of the same person.
    ///
    /// It throws on a device that is still locked, or where something could not be stored. All stays for the next time
    /// then.
    /// - Parameters:
    ///   - pushes: The registrar for a token that was still to be registered (`pendingFCMToken`); in an app without pushes
    ///     it is dropped.
    ///   - profiles: Keeps the cached person (`cached_user`) for seven days from now, so that forms can be filled by
    ///     ``LegacyProfile/suggestions(for:)``; without it they are dropped. Let it follow nobody: a cache that does
    ///     keeps nothing for people who are still to sign in.
    public func run(
        into auth: AuthManager, pushes: PushTokenRegistrar? = nil, profiles: UserCache<LegacyProfile>? = nil
    ) async throws(AuthError) {
        // Else preferences that cannot be read yet would pass for empty ones, and be erased the next time.
        try await auth.requireReadableStore()
        try await run { left async throws(AuthError) in
            for name in left.names { try await auth.keep(name) }
            if let profile = left.profile { try profiles?.save(profile, for: profile.uid) }
            if let token = left.pendingPushToken { try await pushes?.inherit(PushToken(.fcmToken, token)) }
        }
    }

    /// Hands out what there is, if anything, and erases it once `take` has returned. When `take` throws, all stays for
    /// the next time. What was handed out may be handed out once more.
    func run(_ take: (LegacyBelongings) async throws(AuthError) -> Void) async throws(AuthError) {
        if preferences.value(of: Self.note) == nil {
            let belongings = belongings
            if !belongings.isEmpty { try await take(belongings) }
            preferences.write(.date(now), as: Self.note)
        }
        for name in preferences.names where Self.isOurs(name) { preferences.remove(name) }
    }

    private var belongings: LegacyBelongings {
        LegacyBelongings(
            names: preferences.names.sorted().compactMap(name), pendingPushToken: pendingPushToken,
            profile: LegacyProfile(
                preferences.value(of: Self.profile), savedAt: preferences.value(of: Self.profileTime), now: now))
    }

    /// Returns a display name as the given name as a whole: where it parts, only the user knows.
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
