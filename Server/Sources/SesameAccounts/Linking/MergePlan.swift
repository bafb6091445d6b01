import Foundation
import SesameCore
import SesameWire

/// The result of a merge, computed beforehand as a preview for the user.
///
/// A guest is absorbed by the other account. If both accounts have sign-in methods, the caller's survives. All
/// identities and profile fields are kept. If both accounts have a value for a field, the survivor's is kept, unless it
/// is empty or the default value.
package struct MergePlan: Sendable, Equatable {
    /// The survivor after the merge, with the sign-in methods of both accounts.
    package let result: AccountRecord
    /// The names of the profile fields with different values in both accounts, neither of them empty or the default.
    package let overridden: [String]
    /// The id of the absorbed account.
    let goes: AccountID

    /// Plans the merge. Throws if:
    /// - the accounts have different roles;
    /// - both have an identity of the same provider, or a local credential of the same kind;
    /// - the absorbed account has a second factor, or a guest would be merged into an account with one;
    /// - the survivor has a second factor, and the absorbed account has a verified email address: the merge would lock
    ///   out an owner whose session was stolen;
    /// - the survivor has a second factor, and the absorbed account has an unverified address or number, which cannot
    ///   be combined with a second factor;
    /// - one of two accounts with sign-in methods is unclaimed: see ``AccountRecord/refusalOfUnclaimed``;
    /// - one number would be both a sign-in method and a second factor.
    init(of caller: AccountRecord, with other: AccountRecord, in app: App, at now: Date) throws(AccountError) {
        let (stays, goes) = caller.isAnonymous ? (other, caller) : (caller, other)
        if let role = stays.account.role, let lost = goes.account.role, !role.hasSameBytes(as: lost) {
            throw AccountError(.roleMismatch, "the two accounts have different roles")
        }
        guard goes.factors.isEmpty, caller.account.id == stays.account.id || stays.factors.isEmpty else {
            throw .factorConflict
        }
        let isProved = goes.logins.allSatisfy { $0.isClaimed || $0.kind == .custom }
        guard stays.factors.isEmpty || goes.provedAddresses.isEmpty && isProved else {
            throw AccountError(
                .invalidTransition,
                "an account with an email address or unverified phone number cannot be merged into one with a second "
                    + "factor; add the factor after the merge"
            )
        }
        let providers = Set(stays.identities.map(\.provider))
        guard !goes.identities.contains(where: { providers.contains($0.provider) }) else {
            throw AccountError(
                .providerAlreadyLinked, "both accounts have an identity of the same provider; unlink one first")
        }
        if !caller.isAnonymous, let refusal = stays.refusalOfUnclaimed ?? goes.refusalOfUnclaimed { throw refusal }
        let kinds = Set(stays.logins.map(\.kind))
        guard !goes.logins.contains(where: { kinds.contains($0.kind) }) else {
            throw AccountError(
                .providerAlreadyLinked,
                "both accounts have an email address, or both have a phone number; remove one first")
        }
        guard !goes.logins.contains(where: { stays.hasFactor(at: $0.name) }) else { throw .oneProofForTwo }
        var account = stays.account
        account.role = stays.account.role ?? goes.account.role
        account.allowsEmailLinking = stays.account.allowsEmailLinking && goes.account.allowsEmailLinking
        account.lastSignInAt = max(stays.account.lastSignInAt, goes.account.lastSignInAt)
        let merge = app.profile.merge(stays.account.profile, with: goes.account.profile, at: now)
        account.profile = merge.result
        let moved = goes.identities.map { $0.moved(to: account.id) }
        result = AccountRecord(
            account: account, identities: (stays.identities + moved).sorted { $0.createdAt < $1.createdAt },
            logins: (stays.logins + goes.logins.map { $0.moved(to: account.id) })
                .sorted { $0.createdAt < $1.createdAt }, factors: stays.factors)
        overridden = merge.overridden
        self.goes = goes.account.id
    }
}

extension Identity {
    func moved(to account: AccountID) -> Identity {
        Identity(
            app: app, provider: provider, subject: subject, account: account, claims: claims,
            linkableEmail: linkableEmail, createdAt: createdAt, status: status)
    }
}
