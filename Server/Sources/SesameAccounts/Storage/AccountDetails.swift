package import Foundation
package import SesameCore

/// The details that other systems' clients store beside an account: a name and a picture that nobody vouches for, the
/// operator's claims, clients' preferences. Absent until somebody sets any; nothing in it identifies or admits anybody.
/// Addresses and numbers are ``Login``s.
package struct AccountDetails: Sendable, Equatable {
    /// The app of the account.
    package let app: AppID
    package let account: AccountID
    /// The name to show.
    package var displayName: String?
    /// The address of a picture.
    package var photoURL: String?
    /// The operator's custom claims.
    package var claims: JSONObject
    /// The clients' preferences.
    package var preferences: JSONObject
    /// Words by which the operator sorts people.
    package var labels: [String]
    /// Tokens of other contracts that were made before are no good any more.
    package var tokensValidAfter: Date?

    /// Makes the details; those of an account without any have nothing in them.
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
