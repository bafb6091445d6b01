package import Foundation
package import SesameCore

/// An account's data for clients of the Firebase and Appwrite protocols: an unverified name and picture, the operator's
/// claims and labels, and clients' preferences. Absent until a value is set. The metadata neither identifies nor
/// authenticates a user; addresses and numbers are ``LocalCredential``s.
package struct AccountMetadata: Sendable, Equatable {
    package let app: AppID
    package let account: AccountID
    /// The display name, set by the user or the operator and not verified; nil if there is none.
    package var displayName: String?
    /// The URL of the user's picture; nil if there is none.
    package var photoURL: String?
    /// The custom claims that the operator has set.
    package var claims: JSONObject
    /// The user's preferences, stored by clients.
    package var preferences: JSONObject
    /// The operator's labels for grouping users.
    package var labels: [String]
    /// The time before which issued Firebase ID tokens, session cookies and custom tokens are invalid; nil if none are.
    package var tokensValidAfter: Date?

    package init(
        app: AppID, account: AccountID, displayName: String? = nil, photoURL: String? = nil, claims: JSONObject = [:],
        preferences: JSONObject = [:], labels: [String] = [], tokensValidAfter: Date? = nil
    ) {
        self.app = app
        self.account = account
        self.displayName = displayName
        self.photoURL = photoURL
        self.claims = claims
        self.preferences = preferences
        self.labels = labels
        self.tokensValidAfter = tokensValidAfter
    }
}
