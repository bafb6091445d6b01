import SesameCore
import SesameWire

/// An account with its ways to sign in: what its owner may see.
package struct AccountView: Sendable, Equatable {
    package let account: Account
    /// Its identities, oldest first.
    package let identities: [Identity]
    /// Its logins, oldest first.
    package let logins: [Login]
    /// Its second factors, oldest first.
    package let factors: [SecondFactor]

    /// Puts them together.
    package init(
        account: Account, identities: [Identity], logins: [Login] = [], factors: [SecondFactor] = []
    ) {
        self.account = account
        self.identities = identities
        self.logins = logins
        self.factors = factors
    }

    /// True if the account has no sign-in method yet.
    package var isAnonymous: Bool { identities.isEmpty && logins.isEmpty }

    /// The number of its sign-in methods.
    var methodCount: Int { identities.count + logins.count }

    /// Returns true if a way to sign in stays when these are removed.
    ///
    /// A certain way in is not given up for one that may be nobody's, or a stranger's: an identity that its provider has
    /// closed, or an address that nobody has proved.
    package func keepsWayIn(without identities: [Identity], _ logins: [Login] = []) -> Bool {
        let rest = AccountView(
            account: account, identities: self.identities.filter { !identities.contains($0) },
            logins: self.logins.filter { !logins.contains($0) })
        return rest.hasCertainWayIn || !hasCertainWayIn && !rest.isAnonymous
    }

    /// Returns whether a way to sign in that is certainly the person's stays when this identity is removed.
    func hasCertainWayIn(without identity: Identity) -> Bool {
        let others = identities.filter {
            $0.provider != identity.provider || !$0.subject.hasSameBytes(as: identity.subject)
        }
        return AccountView(account: account, identities: others, logins: logins).hasCertainWayIn
    }

    private var hasCertainWayIn: Bool {
        identities.contains { !$0.standing.isDisabled } || logins.contains { $0.isClaimed || $0.kind == .custom }
    }

    /// The login of that kind; an account has one at most.
    package func login(_ kind: Login.Kind) -> Login? { logins.first { $0.kind == kind } }

    /// The address of the email login; nil if there is none.
    package var emailLogin: EmailAddress? { login(.email).flatMap { EmailAddress($0.name) } }

    /// Returns whether texts of a second factor go to this number. Then it must not be a way to sign in as well.
    func hasFactor(at number: String) -> Bool {
        factors.contains { $0.number?.description.hasSameBytes(as: number) == true }
    }

    /// The names of the ways to sign in, as clients know them.
    package var methods: [String] { identities.map(\.provider.rawValue) + logins.map(\.method) }

    /// The claims to show: those of the oldest identity that states an address, else of the oldest; with the address
    /// that the person signs in by, if they do.
    package var claims: IdentityClaims { IdentityClaims(of: identities, logins: logins) }

    /// Returns the error if the account cannot have an unverified address or number. Whoever verifies it first removes
    /// the second factors of whoever bound it; see ``AddressClaim``.
    var refusalOfUnproved: Refusal? {
        factors.isEmpty
            ? nil
            : Refusal(
                .invalidTransition, "an account with a second factor takes what a code was sent to, and nothing else")
    }

    /// Returns why the account cannot have one more way in, or a second factor, if so: whoever confirmed its address and
    /// whoever made it may be two people. They are one as soon as a code to the address was asked for and used in one
    /// session.
    var refusalOfUnclaimed: Refusal? {
        guard logins.contains(where: { $0.isVerified && !$0.isClaimed }) else { return nil }
        return Refusal(
            .invalidTransition,
            "the address was confirmed outside the app; ask for a code to it and use that while signed in",
            field: "email")
    }

    /// The same ways to sign in with the account as it has become.
    func with(_ account: Account) -> AccountView {
        AccountView(account: account, identities: identities, logins: logins, factors: factors)
    }
}

extension IdentityClaims {
    /// The claims of who has these ways to sign in; see ``AccountView/claims``.
    init(of identities: [Identity], logins: [Login]) {
        self = (identities.first { $0.claims.email != nil } ?? identities.first)?.claims ?? IdentityClaims()
        if let login = logins.first(where: { $0.kind == .email }) {
            (email, emailVerified, isPrivateEmail) = (login.name, login.isVerified, false)
        }
    }
}

extension StorageReader {
    /// The account with its ways to sign in.
    func view(of id: AccountID, in app: AppID) throws(StorageError) -> AccountView? {
        guard let account = try account(id, in: app) else { return nil }
        return AccountView(
            account: account, identities: try identities(of: id, in: app), logins: try logins(of: id, in: app),
            factors: try secondFactors(of: id, in: app))
    }
}
