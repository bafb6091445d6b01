package import Foundation

/// The fields for finding and sorting accounts in lists.
package struct AccountSummary: Sendable, Equatable {
    package let id: AccountID
    package let createdAt: Date
    package let lastSignInAt: Date
    /// The time at which an operator or the user disabled the account; nil while it is enabled.
    package let disabledAt: Date?
    /// The user's displayed name: the one set by the user or the operator, or else the provider's. Empty if there is
    /// none.
    package let name: String
    /// The user's displayed email address: that of the email credential, or else the provider's. Empty if there is
    /// none.
    package let email: String
    /// The phone number that the user signs in with. Empty if there is none.
    package let phone: String

    package init(
        id: AccountID, createdAt: Date, lastSignInAt: Date, disabledAt: Date?, name: String, email: String,
        phone: String
    ) {
        self.id = id
        self.createdAt = createdAt
        self.lastSignInAt = lastSignInAt
        self.disabledAt = disabledAt
        self.name = name
        self.email = email
        self.phone = phone
    }
}

/// The sort columns of account lists, with the texts that ``AccountSummary`` shows. Storage engines save the columns
/// with the account, and update them with each change of the identities, local credentials or display name.
package struct AccountListFields: Sendable, Equatable {
    package let name: String
    package let email: String
    package let phone: String

    /// Computes the columns from an account's sign-in methods and metadata. A missing value is an empty text.
    ///
    /// - Parameters:
    ///   - identities: The account's identities, oldest first.
    ///   - logins: The account's local credentials.
    ///   - displayName: The name in the account's metadata; nil if there is none.
    package init(identities: [Identity], logins: [LocalCredential], displayName: String?) {
        let claims = IdentityClaims(of: identities, logins: logins)
        name = displayName ?? claims.nameToShow ?? ""
        email = claims.email ?? ""
        phone = logins.first { $0.kind == .phone }?.name ?? ""
    }
}
