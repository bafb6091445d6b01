import Foundation

/// Removes everything that an unverified owner bound to an account when its address is first verified.
///
/// Whoever made the account may have been anybody: they may have chosen the address because it is another person's, and
/// be waiting for that person to come. So all that they have bound to it goes, and every session; see verified addresses
/// in `docs/guides/account-takeover.md`. An address that was confirmed by a mail alone is no better: the one who opened the
/// mail may not be the one who made the account (``Login/isUnclaimed``).
struct AddressClaim: Sendable {
    let codes: CodeSafe
    let app: App
    let now: Date
    let context: RequestContext

    /// Returns the login if this proof grants access to its account; otherwise removes the login and returns nil.
    ///
    /// An unclaimed address or number of an account that has an owner may be a typing error. So the login is removed from
    /// the account, with its password, and its real owner gets nothing of the account. One of a disabled account would
    /// keep its real owner out for good.
    func claim(_ login: Login, _ transaction: any StorageTransaction) throws(StorageError) -> Login? {
        guard try transaction.givesUp(login, codes, at: now) else { return login }
        try transaction.delete(login)
        try transaction.note(.loginRemoved, login, at: now, context: context)
        return nil
    }

    /// The login with its proof.
    func prove(_ login: Login, _ transaction: any StorageTransaction) throws(StorageError) -> Login {
        guard !login.isClaimed else { return login }
        var proved = login
        proved.verifiedAt = now
        proved.isUnclaimed = false
        proved.password = nil
        proved.passwordChangedAt = nil
        if try !hasOtherOwner(login, transaction) {
            for identity in try transaction.identities(of: login.account, in: app.id)
            where !identity.proves(login.kind, login.name) {
                try transaction.unlink(identity, at: now, context: context)
            }
            for other in try transaction.logins(of: login.account, in: app.id) where other.kind != login.kind {
                try transaction.delete(other)
                try transaction.note(.loginRemoved, other, at: now, context: context)
            }
            try transaction.removeFactors(of: login.account, in: app.id, at: now, context: context)
            // Whoever was mailed them was here before the owner came.
            try transaction.deleteUndoLinks(of: login.account, in: app.id, codes, at: now)
        }
        try transaction.advance([.password], of: login.account, in: app.id, at: now)
        try transaction.endAll(of: login.account, in: app.id, at: now)
        try transaction.note(.loginVerified, proved, at: now, context: context)
        return proved
    }
}

extension AddressClaim {
    /// Returns whether an identity of the account proves the login, beside another address that is proved, or can take the
    /// account back. Then it has an owner: a thief who has linked an identity must not evict them by its address.
    private func hasOtherOwner(
        _ login: Login, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard let view = try transaction.view(of: login.account, in: app.id),
            view.identities.contains(where: { $0.proves(login.kind, login.name) })
        else { return false }
        let links = try transaction.undoLinks(of: login.account, in: app.id, codes, at: now).links
        return !view.provedAddresses.union(links.map(\.content.name)).subtracting([login.name]).isEmpty
    }
}
