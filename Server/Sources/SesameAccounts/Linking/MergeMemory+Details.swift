import Foundation
import SesameCore
import SesameWire

/// The details of two accounts around a merge; nil where an account has none.
struct MergedDetails: Sendable {
    let goes: AccountDetails?
    let before: AccountDetails?
    let merged: AccountDetails?
}

/// Details as they were.
struct DetailsMemory: Codable, Sendable {
    let displayName: String?
    let photoURL: String?
    let claims: String
    let preferences: String
    let labels: [String]
    let tokensValidAfter: Date?

    init(_ details: AccountDetails) {
        displayName = details.displayName
        photoURL = details.photoURL
        claims = String(decoding: details.claims.serialized(), as: UTF8.self)
        preferences = String(decoding: details.preferences.serialized(), as: UTF8.self)
        labels = details.labels
        tokensValidAfter = details.tokensValidAfter
    }

    /// The details again.
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountDetails {
        AccountDetails(
            app: app, account: account, displayName: displayName, photoURL: photoURL,
            claims: try .kept(claims), preferences: try .kept(preferences), labels: labels,
            tokensValidAfter: tokensValidAfter)
    }
}

extension AccountDetails {
    /// The details without what a merge has brought, unless it was changed since. The operator's part is no merge's.
    func without(_ merged: AccountDetails, _ before: AccountDetails?) -> AccountDetails {
        var details = self
        if displayName == merged.displayName { details.displayName = before?.displayName }
        if photoURL == merged.photoURL { details.photoURL = before?.photoURL }
        if preferences == merged.preferences { details.preferences = before?.preferences ?? [:] }
        return details
    }
}

extension JSONObject {
    /// An object that was kept as text.
    static func kept(_ text: String) throws(StorageError) -> JSONObject {
        let limits = JSONLimits(bytes: .max, depth: .max, members: .max)
        guard let object = try? JSONValue(parsing: Array(text.utf8), limits: limits).object else {
            throw .corrupt("a merge has kept no JSON")
        }
        return object
    }
}
