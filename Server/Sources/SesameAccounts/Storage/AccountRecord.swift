import SesameCore
import SesameWire

/// An account with its sign-in methods and second factors.
package struct AccountRecord: Sendable, Equatable {
    package let account: Account
    /// The account's identities, oldest first.
    package let identities: [Identity]
    /// The account's local credentials, oldest first.
    package let logins: [LocalCredential]
    /// The account's second factors, oldest first.
    package let factors: [SecondFactor]

    package init(
        account: Account, identities: [Identity], logins: [LocalCredential] = [], factors: [SecondFactor] = []
    ) {
        self.account = account
        self.identities = identities
        self.logins = logins
        self.factors = factors
    }

    /// True if the account has no sign-in method yet.
    package var isAnonymous: Bool { identities.isEmpty && logins.isEmpty }

    var methodCount: Int { identities.count + logins.count }

    /// Returns true if a sign-in method remains after the given identities and local credentials are removed.
    ///
    /// If the account has a reliable sign-in method, a reliable one must remain. A method is unreliable if it may be
    /// unusable or a stranger's: an identity that its provider has disabled, or an unclaimed address or number.
    package func keepsWayIn(without identities: [Identity], _ logins: [LocalCredential] = []) -> Bool {
        let rest = AccountRecord(
            account: account, identities: self.identities.filter { !identities.contains($0) },
            logins: self.logins.filter { !logins.contains($0) })
        return rest.hasCertainWayIn || !hasCertainWayIn && !rest.isAnonymous
    }

    /// Returns true if a reliable sign-in method remains after the identity is removed; see ``keepsWayIn(without:_:)``.
    func hasCertainWayIn(without identity: Identity) -> Bool {
        let others = identities.filter {
            $0.provider != identity.provider || !$0.subject.hasSameBytes(as: identity.subject)
        }
        return AccountRecord(account: account, identities: others, logins: logins).hasCertainWayIn
    }

    private var hasCertainWayIn: Bool {
        identities.contains { !$0.status.isDisabled } || logins.contains { $0.isClaimed || $0.kind == .custom }
    }

    /// Returns the account's local credential of a kind; nil if there is none. An account has at most one of each kind.
    package func login(_ kind: LocalCredential.Kind) -> LocalCredential? { logins.first { $0.kind == kind } }

    /// The address of the account's email credential; nil if there is none.
    package var emailCredential: EmailAddress? { login(.email).flatMap { EmailAddress($0.name) } }

    /// Returns true if a second factor sends texts to the number. Such a number cannot be a sign-in method as well.
    func hasFactor(at number: String) -> Bool {
        factors.contains { $0.number?.description.hasSameBytes(as: number) == true }
    }

    /// The names of the sign-in methods for clients, such as `google` or `password`: identities first, then local
    /// credentials.
    package var methods: [String] { identities.map(\.provider.rawValue) + logins.map(\.method) }

    /// The claims to show: those of the oldest identity with an email address, or else of the oldest identity. The
    /// address of an email credential replaces the identity's.
    package var claims: IdentityClaims { IdentityClaims(of: identities, logins: logins) }

    /// The error for adding an unverified address or number to an account with a second factor; nil if the account has
    /// none. The first verification would remove the second factors that were added before; see ``FirstVerification``.
    var refusalOfUnproved: AccountError? {
        factors.isEmpty
            ? nil
            : AccountError(
                .invalidTransition,
                "an account with a second factor accepts only a verified email address or phone number")
    }

    /// The error if the account cannot add a sign-in method or a second factor, because its address or number is
    /// unclaimed; otherwise nil. The user who confirmed the address may not be the user who created the account. They
    /// count as the same user once a code to the address was requested and used in one session.
    var refusalOfUnclaimed: AccountError? {
        guard logins.contains(where: { $0.isVerified && !$0.isClaimed }) else { return nil }
        return AccountError(
            .invalidTransition,
            "the email address or phone number was verified outside the app; request a code to it, and use that while "
                + "signed in",
            field: "email")
    }

    func with(_ account: Account) -> AccountRecord {
        AccountRecord(account: account, identities: identities, logins: logins, factors: factors)
    }
}

extension IdentityClaims {
    /// Creates the claims to show for an account with the given sign-in methods; see ``AccountRecord/claims``.
    init(of identities: [Identity], logins: [LocalCredential]) {
        self = (identities.first { $0.claims.email != nil } ?? identities.first)?.claims ?? IdentityClaims()
        if let login = logins.first(where: { $0.kind == .email }) {
            (email, emailVerified, isPrivateEmail) = (login.name, login.isVerified, false)
        }
    }
}

extension StorageReader {
    /// Returns the account with its sign-in methods and second factors; nil for an unknown account.
    func view(of id: AccountID, in app: AppID) throws(StorageError) -> AccountRecord? {
        guard let account = try account(id, in: app) else { return nil }
        return AccountRecord(
            account: account, identities: try identities(of: id, in: app), logins: try logins(of: id, in: app),
            factors: try secondFactors(of: id, in: app))
    }
}
