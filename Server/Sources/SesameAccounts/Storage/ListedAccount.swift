package import Foundation

/// The fields by which lists find and order an account, as far as storage keeps them in one place.
package struct ListedAccount: Sendable, Equatable {
    package let id: AccountID
    /// The creation.
    package let createdAt: Date
    /// The user's last sign-in.
    package let lastSignInAt: Date
    /// The time at which an operator disabled it.
    package let disabledAt: Date?
    /// The name that is shown of its person: what they or the operator have set, else what a provider states. Empty where
    /// there is none, as are the two that follow.
    package let name: String
    /// The address that is shown of its person: what they sign in by, else what a provider states.
    package let email: String
    /// The number that its person signs in by.
    package let phone: String

    /// Puts it together.
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

/// The columns by which lists are ordered. Engines keep them beside the account, and write them again with each change
/// of their source.
package struct ListedPerson: Sendable, Equatable {
    /// See ``ListedAccount/name``.
    package let name: String
    /// See ``ListedAccount/email``.
    package let email: String
    /// See ``ListedAccount/phone``.
    package let phone: String

    /// Works it out.
    ///
    /// - Parameters:
    ///   - identities: The account's, oldest first.
    ///   - logins: The account's.
    ///   - displayName: The name among its details.
    package init(identities: [Identity], logins: [Login], displayName: String?) {
        let claims = IdentityClaims(of: identities, logins: logins)
        name = displayName ?? claims.nameToShow ?? ""
        email = claims.email ?? ""
        phone = logins.first { $0.kind == .phone }?.name ?? ""
    }
}
