package import Foundation

/// A sign-in method that this server verifies without a provider: an email address, a phone number, or a custom id from
/// the app's back end. Unique on (app, kind, name).
package struct LocalCredential: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// An email address, normalized by ``EmailAddress``. The user signs in with a password or emailed codes.
        case email
        /// A phone number, normalized by ``PhoneNumber``. The user signs in with codes sent to the number.
        case phone
        /// A custom id of the user, from the app's back end.
        case custom
    }

    package let app: AppID
    package let kind: Kind
    /// The normalized address, number or custom id, which is compared by bytes.
    package let name: String
    /// The account that the local credential signs in to.
    package let account: AccountID
    package let createdAt: Date
    /// The time of the last verification; nil if the local credential is not verified.
    package var verifiedAt: Date?
    /// True if the address or number is verified, but the user who opened the emailed link may not be the user who
    /// created the account. See ``FirstVerification``.
    package var isUnclaimed: Bool
    /// The hashed password; nil if there is none.
    package var password: PasswordHash?
    /// The time at which the password was last set; nil if there is no password.
    package var passwordChangedAt: Date?

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

    /// True if the address or number was verified, for example with a code that was sent to it.
    package var isVerified: Bool { verifiedAt != nil }

    /// True if the address or number is verified, and is known to belong to the account's user; see ``isUnclaimed``.
    package var isClaimed: Bool { isVerified && !isUnclaimed }

    /// The name of the sign-in method for clients: `password` for an email address with a password, otherwise the kind.
    /// A custom id may hold a password until the account gets an email address; the user cannot sign in with that
    /// password before.
    package var method: String {
        password == nil || kind != .email ? kind.rawValue : AuthenticationMethod.password.rawValue
    }
}

extension LocalCredential {
    /// Returns a copy of the local credential that belongs to the given account.
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
    /// Records a security event about a local credential, with the local credential's kind as the detail.
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
