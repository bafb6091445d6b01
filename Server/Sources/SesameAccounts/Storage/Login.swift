package import Foundation

/// A way to sign in that this server itself vouches for, and no provider: an address, a phone number, or a name that
/// the app's own back end gives. Unique on (app, kind, name).
package struct Login: Sendable, Equatable {
    /// The kind of the name.
    package enum Kind: String, Sendable, CaseIterable {
        /// An e-mail address, as ``EmailAddress`` spells it: with a password, or by codes sent to it.
        case email
        /// A phone number, as ``PhoneNumber`` spells it: by codes sent to it.
        case phone
        /// An id by which the app's back end has vouched for the person.
        case custom
    }

    /// The app of the account.
    package let app: AppID
    /// The kind of the name.
    package let kind: Kind
    /// The name, spelt the one way in which it is compared, by bytes.
    package let name: String
    /// The account that it signs in to.
    package let account: AccountID
    /// The time at which it was added.
    package let createdAt: Date
    /// The time of the last verification; nil for an unverified one.
    package var verifiedAt: Date?
    /// True if the name is confirmed, but nobody has proved that they have the account as well: they opened the link of a
    /// mail, and somebody else may have created the account. See ``AddressClaim``.
    package var isUnclaimed: Bool
    /// The password, hashed; nil where there is none.
    package var password: PasswordHash?
    /// The time at which the password was chosen.
    package var passwordChangedAt: Date?

    /// Makes a login.
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

    /// True if a code sent there has come back.
    package var isVerified: Bool { verifiedAt != nil }

    /// True if one person has proved that the name and the account are theirs.
    package var isClaimed: Bool { isVerified && !isUnclaimed }

    /// The method as clients see it: `password` for an address with one, else the kind. A password that waits for an
    /// address signs nobody in.
    package var method: String {
        password == nil || kind != .email ? kind.rawValue : SignInMethod.password.rawValue
    }
}

extension Login {
    /// The same login of another account.
    func moved(to account: AccountID) -> Login {
        Login(
            app: app, kind: kind, name: name, account: account, createdAt: createdAt, verifiedAt: verifiedAt,
            isUnclaimed: isUnclaimed, password: password, passwordChangedAt: passwordChangedAt)
    }

    /// The login under another name, which nobody has verified yet.
    func renamed(_ name: String) -> Login {
        Login(
            app: app, kind: kind, name: name, account: account, createdAt: createdAt, password: password,
            passwordChangedAt: passwordChangedAt)
    }
}

extension StorageTransaction {
    /// Notes what became of a login.
    func note(
        _ kind: SecurityEvent.Kind, _ login: Login, session: SessionID? = nil, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: login.app, account: login.account, session: session, at: now, context: context,
                detail: login.kind.rawValue))
    }
}

extension Login.Kind {
    /// The sign-in method of a code that was sent there.
    var codeMethod: SignInMethod {
        switch self {
        case .email: .emailLink
        case .phone: .phone
        case .custom: .custom
        }
    }
}
