import Foundation
import SesameCore

/// What the first proof that an address is somebody's does to an account that had it without proof.
///
/// Whoever made the account may have been anybody: they may have chosen the address because it is another person's, and
/// be waiting for that person to come. So all that they have bound to it goes, and every session; see the chapter on
/// pre-hijacked accounts in `docs/passwords.md`.
struct AddressClaim: Sendable {
    let app: App
    let now: Date
    let context: RequestContext

    /// The login, if the one who has just proved it comes to its account by that.
    ///
    /// A number that was bound without proof, beside other ways to sign in, tells nothing about whose the account is, and
    /// whoever has proved those goes on with it: so it is taken from there, and is nobody's.
    func claim(_ login: Login, _ transaction: any StorageTransaction) throws(StorageError) -> Login? {
        guard login.kind == .phone, !login.isVerified,
            let view = try transaction.view(of: login.account, in: app.id), view.methodCount > 1
        else { return login }
        try transaction.delete(login)
        try transaction.note(.loginRemoved, login, at: now, context: context)
        return nil
    }

    /// The login with its proof.
    func prove(_ login: Login, _ transaction: any StorageTransaction) throws(StorageError) -> Login {
        guard !login.isVerified else { return login }
        var proved = login
        proved.verifiedAt = now
        proved.password = nil
        proved.passwordChangedAt = nil
        for identity in try transaction.identities(of: login.account, in: app.id) where !isSame(identity, login) {
            try transaction.revokeConsents(of: identity, at: now)
            try transaction.delete(identity)
            try transaction.insert(
                SecurityEvent(
                    kind: .identityUnlinked, app: app.id, account: login.account, session: nil, at: now,
                    context: context, detail: identity.provider.rawValue))
        }
        for other in try transaction.logins(of: login.account, in: app.id) where other.kind != login.kind {
            try transaction.delete(other)
            try transaction.note(.loginRemoved, other, at: now, context: context)
        }
        try transaction.removeFactors(of: login.account, in: app.id, at: now, context: context)
        try transaction.endAll(of: login.account, in: app.id, at: now)
        try transaction.invalidateTokens(of: login.account, in: app.id, at: now)
        try transaction.note(.loginVerified, proved, at: now, context: context)
        return proved
    }

    /// Whether the provider has verified the very address: then its person is the one who has just proved it.
    private func isSame(_ identity: Identity, _ login: Login) -> Bool {
        guard login.kind == .email, identity.claims.emailVerified, let email = identity.claims.email else {
            return false
        }
        return email.inLowerCaseASCII.hasSameBytes(as: login.name)
    }
}
