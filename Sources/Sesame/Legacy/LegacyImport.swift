public import Foundation
public import SesameCore

/// Takes over, once, what an earlier version of the app has left in its preferences, and erases it there: names, a push
/// token and a profile do not belong into a plain file.
///
/// The order is: hand out, note that it was done, erase. An app that is killed in between hands the same things out at
/// the next launch, so what receives them must bear that, as these do. Once the note is there nothing is handed out
/// again, and what a crash has left, or the earlier version writes again, is erased.
/// ```swift
/// try await LegacyImport(from: preferences).run { belongings in
///     for name in belongings.names { try await manager.keep(name) }
///     if let profile = belongings.profile { try profiles.save(profile, for: profile.uid) }
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

    /// Hands out what there is, if anything, and erases it once `take` has returned. When `take` throws, all stays for
    /// the next time.
    public func run(_ take: (LegacyBelongings) async throws(AuthError) -> Void) async throws(AuthError) {
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

    /// What stands as one display name becomes the given name as a whole: where it parts, only the person knows.
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
