import Foundation

/// The removal of everything that an unverified owner bound to an account, when its address is first verified.
///
/// The account may have been created by a stranger who chose the address and waits for its owner to sign in. So all of
/// its credentials and sessions are removed; see verified addresses in `docs/guides/account-takeover.md`. The same
/// holds for an address confirmed by an email alone, because the user who opened the email may not have created the
/// account (``LocalCredential/isUnclaimed``).
struct FirstVerification: Sendable {
    let codes: OneTimeCodeCipher
    let app: App
    let now: Date
    let context: RequestContext

    /// Returns the local credential if its verification grants access to the account; otherwise removes the local
    /// credential and returns nil.
    ///
    /// An unclaimed address or number of an account with another owner may be a typing error. So the local credential
    /// and its password are removed from the account, and the address's real owner gets no access to it. The same holds
    /// for a disabled account, which would otherwise lock the real owner out permanently.
    func claim(_ login: LocalCredential, _ transaction: any StorageTransaction) throws(StorageError) -> LocalCredential?
    {
        guard try transaction.givesUp(login, codes, at: now) else { return login }
        try transaction.delete(login)
        try transaction.note(.loginRemoved, login, at: now, context: context)
        return nil
    }

    /// Marks an unclaimed local credential as verified, ends all sessions of the account, and returns the local
    /// credential without a password. Returns a claimed local credential unchanged.
    ///
    /// Unless the account has another owner, its second factors, its undo links and its other sign-in methods are
    /// removed, except identities that prove the same address.
    func prove(_ login: LocalCredential, _ transaction: any StorageTransaction) throws(StorageError) -> LocalCredential
    {
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
            // The undo links were sent before the owner's proof, so their receivers may be strangers.
            try transaction.deleteUndoLinks(of: login.account, in: app.id, codes, at: now)
        }
        try transaction.advance([.password], of: login.account, in: app.id, at: now)
        try transaction.endAll(of: login.account, in: app.id, at: now)
        try transaction.note(.loginVerified, proved, at: now, context: context)
        return proved
    }
}

extension FirstVerification {
    /// Returns true if an identity of the account proves the local credential, and another address of the account is
    /// proved or has a pending undo link. The account then has an owner, and a thief must not be able to evict the
    /// owner by linking an identity with a verified address.
    private func hasOtherOwner(
        _ login: LocalCredential, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard let view = try transaction.view(of: login.account, in: app.id),
            view.identities.contains(where: { $0.proves(login.kind, login.name) })
        else { return false }
        let links = try transaction.undoLinks(of: login.account, in: app.id, codes, at: now).links
        return !view.provedAddresses.union(links.map(\.content.name)).subtracting([login.name]).isEmpty
    }
}
