import Foundation
import SesameCore
import SesameWire

/// The metadata of two accounts before and after a merge; nil for an account without metadata.
struct MergedMetadata: Sendable {
    let goes: AccountMetadata?
    let before: AccountMetadata?
    let merged: AccountMetadata?
}

/// An account's metadata as stored in a merge snapshot, from which undoing the merge restores it.
struct MetadataSnapshot: Codable, Sendable {
    let displayName: String?
    let photoURL: String?
    let claims: String
    let preferences: String
    let labels: [String]
    let tokensValidAfter: Date?

    init(_ details: AccountMetadata) {
        displayName = details.displayName
        photoURL = details.photoURL
        claims = String(decoding: details.claims.serialized(), as: UTF8.self)
        preferences = String(decoding: details.preferences.serialized(), as: UTF8.self)
        labels = details.labels
        tokensValidAfter = details.tokensValidAfter
    }

    /// Returns the metadata as it was when the snapshot was taken; throws if the stored JSON is corrupt.
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountMetadata {
        AccountMetadata(
            app: app, account: account, displayName: displayName, photoURL: photoURL,
            claims: try .kept(claims), preferences: try .kept(preferences), labels: labels,
            tokensValidAfter: tokensValidAfter)
    }
}

extension AccountMetadata {
    /// Returns the metadata with the display name, photo and preferences from before a merge, unless they have changed
    /// since. Other values stay, because a merge does not affect them.
    ///
    /// - Parameters:
    ///   - merged: The metadata after the merge.
    ///   - before: The metadata before the merge; nil if there was none.
    func without(_ merged: AccountMetadata, _ before: AccountMetadata?) -> AccountMetadata {
        var details = self
        if displayName == merged.displayName { details.displayName = before?.displayName }
        if photoURL == merged.photoURL { details.photoURL = before?.photoURL }
        if preferences == merged.preferences { details.preferences = before?.preferences ?? [:] }
        return details
    }
}

extension JSONObject {
    /// Parses a stored JSON object of any size; throws if it is corrupt.
    static func kept(_ text: String) throws(StorageError) -> JSONObject {
        let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
        guard let object = try? JSONValue(parsing: Array(text.utf8), limits: limits).object else {
            throw .corrupt("the stored data of a merge is not a JSON object")
        }
        return object
    }
}
