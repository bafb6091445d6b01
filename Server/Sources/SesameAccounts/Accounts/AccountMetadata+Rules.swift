import SesameCore
import SesameWire

extension AccountMetadata {
    /// The maximum size of the custom claims as JSON, in bytes. They are part of every Firebase ID token.
    package static let maxClaimsBytes = 1_000
    /// The maximum size of the preferences as JSON, in bytes.
    package static let maxPreferencesBytes = 65_536
    /// The maximum number of labels, and the maximum length of one in bytes.
    package static let (maxLabels, maxLabelBytes) = (1_000, 36)
    /// The maximum size of the name and of the picture's URL, in bytes.
    package static let (maxNameBytes, maxPhotoURLBytes) = (1_024, 2_048)

    /// Returns the error if the app cannot store the metadata; nil if it can.
    package func refusal(in app: App) -> AccountError? {
        app.privacy.isPseudonymous && isPersonal ? .keepsNothingPersonal : refusal()
    }

    /// Returns the error if a value is too long or contains U+0000; nil if the metadata is valid.
    func refusal() -> AccountError? {
        let tooLong: [(String, Bool)] = [
            ("displayName", (displayName?.utf8.count ?? 0) > Self.maxNameBytes),
            ("photoURL", (photoURL?.utf8.count ?? 0) > Self.maxPhotoURLBytes),
            ("claims", claims.serialized().count > Self.maxClaimsBytes),
            ("preferences", preferences.serialized().count > Self.maxPreferencesBytes),
            ("labels", labels.count > Self.maxLabels || labels.contains { $0.utf8.count > Self.maxLabelBytes }),
        ]
        if let field = tooLong.first(where: \.1)?.0 {
            return AccountError(.invalidRequest, "'\(field)' is too long", field: field)
        }
        let withNull: [(String, Bool)] = [
            ("displayName", displayName?.hasNull ?? false), ("photoURL", photoURL?.hasNull ?? false),
            ("claims", claims.hasNull), ("preferences", preferences.hasNull),
            ("labels", labels.contains(where: \.hasNull)),
        ]
        return withNull.first(where: \.1).map { .null(in: $0.0) }
    }

    /// True if the metadata contains a name or a picture's URL, which pseudonymous apps refuse.
    var isPersonal: Bool { displayName != nil || photoURL != nil }

    /// Returns the metadata, with a missing name or picture and missing preferences added from the absorbed account.
    /// The operator's settings for the absorbed account are dropped, so that a merge grants no rights.
    func merged(with goes: AccountMetadata?) -> AccountMetadata {
        guard let goes else { return self }
        var merged = self
        merged.displayName = displayName ?? goes.displayName
        merged.photoURL = photoURL ?? goes.photoURL
        merged.preferences = goes.preferences.merging(preferences)
        return merged
    }
}
