/// An account with its identities: what its owner may see.
public struct AccountView: Sendable, Equatable {
    /// The account.
    public let account: Account
    /// Its identities, oldest first.
    public let identities: [Identity]

    /// Makes the pair.
    public init(account: Account, identities: [Identity]) {
        self.account = account
        self.identities = identities
    }

    /// Whether the account has no sign-in method yet.
    public var isAnonymous: Bool { identities.isEmpty }

    /// The claims to show: those of the oldest identity that states an address, else of the oldest.
    public var claims: IdentityClaims {
        (identities.first { $0.claims.email != nil } ?? identities.first)?.claims ?? IdentityClaims()
    }
}

extension StorageReader {
    /// The account with its identities.
    func view(of id: AccountID, in app: AppID) throws(StorageError) -> AccountView? {
        guard let account = try account(id, in: app) else { return nil }
        return AccountView(account: account, identities: try identities(of: id, in: app))
    }
}
