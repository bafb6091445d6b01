import SesameCore
import SesameWire

extension AccountDetails {
    /// The greatest number of bytes of the claims as JSON: they travel in every token.
    package static let greatestClaims = 1_000
    /// The greatest number of bytes of the preferences as JSON.
    package static let greatestPreferences = 65_536
    /// The most labels, and the greatest length of one.
    package static let (mostLabels, greatestLabel) = (1_000, 36)
    /// The greatest number of bytes of the name, and of the picture's address.
    package static let (greatestName, greatestPhotoURL) = (1_024, 2_048)

    /// The reason for which an app cannot keep them; nil if it can.
    package func refusal(in app: App) -> Refusal? {
        app.privacy.isPseudonymous && isPersonal ? .keepsNothingPersonal : refusal()
    }

    /// The reason for which they cannot be kept; nil if they can.
    func refusal() -> Refusal? {
        let tooLong: [(String, Bool)] = [
            ("displayName", (displayName?.utf8.count ?? 0) > Self.greatestName),
            ("photoURL", (photoURL?.utf8.count ?? 0) > Self.greatestPhotoURL),
            ("claims", claims.serialized().count > Self.greatestClaims),
            ("preferences", preferences.serialized().count > Self.greatestPreferences),
            ("labels", labels.count > Self.mostLabels || labels.contains { $0.utf8.count > Self.greatestLabel }),
        ]
        if let field = tooLong.first(where: \.1)?.0 {
            return Refusal(.invalidRequest, "'\(field)' is too long", field: field)
        }
        let withNull: [(String, Bool)] = [
            ("displayName", displayName?.hasNull ?? false), ("photoURL", photoURL?.hasNull ?? false),
            ("claims", claims.hasNull), ("preferences", preferences.hasNull),
            ("labels", labels.contains(where: \.hasNull)),
        ]
        return withNull.first(where: \.1).map { .null(in: $0.0) }
    }

    /// True if they say anything of the person, which apps that keep people under pseudonyms do not take.
    var isPersonal: Bool { displayName != nil || photoURL != nil }

    /// These with what they lack from an account that goes. What the operator said of that one is gone with it: nobody
    /// gains rights by a merge.
    func merged(with goes: AccountDetails?) -> AccountDetails {
        guard let goes else { return self }
        var merged = self
        merged.displayName = displayName ?? goes.displayName
        merged.photoURL = photoURL ?? goes.photoURL
        merged.preferences = goes.preferences.merging(preferences)
        return merged
    }
}
