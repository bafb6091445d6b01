package import Foundation
package import SesameCore

/// The account details that other systems' clients store: an unverified name and picture, the operator's claims, and
/// clients' preferences. Absent until a value is set; they neither identify nor authenticate a user. Addresses and
/// numbers are ``LocalCredential``s.
package struct AccountMetadata: Sendable, Equatable {
    /// The app of the account.
    package let app: AppID
    package let account: AccountID
    /// The display name.
    package var displayName: String?
    /// The URL of a picture.
    package var photoURL: String?
    /// The operator's custom claims.
    package var claims: JSONObject
    /// The clients' preferences.
    package var preferences: JSONObject
    /// The labels with which the operator groups users.
    package var labels: [String]
    /// Tokens of other contracts that were issued before this time are invalid.
    package var tokensValidAfter: Date?

    /// Creates details; without arguments they are empty.
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
