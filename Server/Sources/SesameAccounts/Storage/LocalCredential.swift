package import Foundation

/// A sign-in method that this server verifies without a provider: an email address, a phone number, or a custom id from
/// the app's back end. Unique on (app, kind, name).
package struct LocalCredential: Sendable, Equatable {
    /// The kind of the name.
    package enum Kind: String, Sendable, CaseIterable {
        /// An email address, normalized by ``EmailAddress``. The user signs in with a password or emailed codes.
        case email
        /// A phone number, normalized by ``PhoneNumber``. The user signs in with codes sent to it.
        case phone
        /// A custom id of the user, from the app's back end.
        case custom
    }

    /// The app of the account.
    package let app: AppID
    /// The kind of the name.
    package let kind: Kind
    /// The normalized name, which is compared by bytes.
    package let name: String
    /// The account that it signs in to.
    package let account: AccountID
    /// The time at which it was added.
    package let createdAt: Date
    /// The time of the last verification; nil for an unverified one.
    package var verifiedAt: Date?
    /// True if the name is confirmed, but it is not proved that the account belongs to the user who confirmed it: they
    /// opened an emailed link, and another person may have created the account. See ``FirstVerification``.
    package var isUnclaimed: Bool
    /// The hashed password; nil if there is none.
    package var password: PasswordHash?
    /// The time at which the password was chosen.
    package var passwordChangedAt: Date?

    /// Creates a local credential with these values.
    package init(
        app: AppID, kind: Kind, name: String, account: AccountID, createdAt: Date, verifiedAt: Date? = nil,
        isUnclaimed: Bool = false, password: PasswordHash? = nil, passwordChangedAt: Date? = nil
    ) {
        self.app = app
        self.kind = kind
        self.name = name
        self.account = account
        self.createdAt = createdAt
        self.verifiedAt = verifiedAt
        self.isUnclaimed = isUnclaimed
        self.password = password
        self.passwordChangedAt = passwordChangedAt
    }

    /// True if the user has entered a code sent to the name.
    package var isVerified: Bool { verifiedAt != nil }

    /// True if one user has proved that both the name and the account are theirs.
    package var isClaimed: Bool { isVerified && !isUnclaimed }

    /// The sign-in method that clients see: `password` for an address with a password, else the kind. A password whose
    /// address is not verified yet cannot be used to sign in.
    package var method: String {
        password == nil || kind != .email ? kind.rawValue : AuthenticationMethod.password.rawValue
    }
}

extension LocalCredential {
    /// Returns a copy of the local credential for another account.
    func moved(to account: AccountID) -> LocalCredential {
        LocalCredential(
            app: app, kind: kind, name: name, account: account, createdAt: createdAt, verifiedAt: verifiedAt,
            isUnclaimed: isUnclaimed, password: password, passwordChangedAt: passwordChangedAt)
    }

    /// Returns a copy of the local credential with another name, unverified.
    func renamed(_ name: String) -> LocalCredential {
        LocalCredential(
            app: app, kind: kind, name: name, account: account, createdAt: createdAt, password: password,
            passwordChangedAt: passwordChangedAt)
    }
}

extension StorageTransaction {
    /// Records a security event about a local credential.
    func note(
        _ kind: SecurityEvent.Kind, _ login: LocalCredential, session: SessionID? = nil, at now: Date,
        context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: login.app, account: login.account, session: session, at: now, context: context,
                detail: login.kind.rawValue))
    }
}

extension LocalCredential.Kind {
    /// The sign-in method of a session that starts with a code sent to a local credential of this kind.
    var codeMethod: AuthenticationMethod {
        switch self {
        case .email: .emailLink
        case .phone: .phone
        case .custom: .custom
        }
    }
}
