import Foundation
import SesameCore

/// What the first proof that an address is somebody's does to an account that had it without proof.
///
/// Whoever made the account may have been anybody: they may have chosen the address because it is another person's, and
/// be waiting for that person to come. So all that they have bound to it goes, and every session; see the chapter on
/// pre-hijacked accounts in `docs/passwords.md`. An address that was confirmed by a mail alone is no better: the one who
/// opened the mail may not be the one who made the account (``Login/isUnclaimed``).
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

extension StorageReader {
    /// Returns whether the account gives the login up to the person who proves it, who then gets the login and not the
    /// account. An unclaimed login is given up if the account has an owner (other ways to sign in, now or before, or an
    /// earlier address that can take the account back), or if an operator has disabled the account.
    func givesUp(_ login: Login, _ codes: CodeSafe, at now: Date) throws(StorageError) -> Bool {
        guard !login.isClaimed, let view = try view(of: login.account, in: login.app),
            !view.identities.contains(where: { $0.proves(login.kind, login.name) })
        else { return false }
        if view.methodCount > 1 || !view.account.isJoinable || view.account.disabledAt != nil { return true }
        return try canBeTakenBack(login.account, in: login.app, codes, at: now)
    }
}

extension Identity {
    /// Returns whether the identity proves that this email address is its person's: its provider runs the mailbox. A
    /// development provider beside the vendors says of anybody that they have any address, and proves nothing.
    func proves(_ kind: Login.Kind, _ name: String) -> Bool {
        kind == .email && provedAddress?.hasSameBytes(as: name) == true
    }

    /// The email address that the identity proves; nil if it proves none. One whose account its provider has closed proves
    /// nothing: somebody else may have it.
    var provedAddress: String? {
        guard claims.emailVerified, claims.emailIsAuthoritative, let email = claims.email, !standing.isDisabled,
            !IssuerVerifier.isOfDevelopmentBesideVendor(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}

extension AccountView {
    /// Returns why the account cannot have one more way in, or a second factor, if so: whoever confirmed its address and
    /// whoever made it may be two people. They are one as soon as a code to the address was asked for and used in one
    /// session.
    var refusalOfUnclaimed: Refusal? {
        logins.contains { $0.isVerified && !$0.isClaimed } ? .unclaimed : nil
    }
}

extension Refusal {
    fileprivate static let unclaimed = Refusal(
        .invalidTransition,
        "the address was confirmed outside the app; ask for a code to it and use that while signed in", field: "email")
}
