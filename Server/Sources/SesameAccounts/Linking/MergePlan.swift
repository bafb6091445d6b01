import Foundation
import SesameCore
import SesameWire

/// The result of a merge, computed before it is done, so that the user can look at it.
///
/// A guest becomes part of the other account. Of two accounts with sign-in methods the caller's stays. Nothing is lost:
/// all identities come along, and every profile field; of two values of one field the staying account's stays, unless
/// it is only the one that every account begins with.
package struct MergePlan: Sendable, Equatable {
    /// The account that stays, as it will be.
    package let result: AccountView
    /// The profile fields of which both accounts have a value, and not the same.
    package let overridden: [String]
    /// The account that becomes part of it.
    let goes: AccountID

    /// Plans the merge; refused when the accounts have different roles, or each an identity of one provider, or when one
    /// number would be a way to sign in and a second factor. An account with a proved address becomes part of none with a
    /// second factor: that would lock out an owner whose session somebody has stolen. Nor does one with an address or a
    /// number that nobody has proved, which stands beside no second factor.
    init(of caller: AccountView, with other: AccountView, in app: App, at now: Date) throws(Refusal) {
        let (stays, goes) = caller.isAnonymous ? (other, caller) : (caller, other)
        if let role = stays.account.role, let lost = goes.account.role, !role.hasSameBytes(as: lost) {
            throw Refusal(.roleMismatch, "the two accounts have different roles")
        }
        guard goes.factors.isEmpty, caller.account.id == stays.account.id || stays.factors.isEmpty else {
            throw .factorConflict
        }
        let isProved = goes.logins.allSatisfy { $0.isClaimed || $0.kind == .custom }
        guard stays.factors.isEmpty || goes.provedAddresses.isEmpty && isProved else {
            throw Refusal(
                .invalidTransition,
                "an account with an address joins none with a second factor; add the factor after the merge")
        }
        let providers = Set(stays.identities.map(\.provider))
        guard !goes.identities.contains(where: { providers.contains($0.provider) }) else {
            throw Refusal(.providerAlreadyLinked, "both accounts have an identity of one provider; unlink one first")
        }
        if !caller.isAnonymous, let refusal = stays.refusalOfUnclaimed ?? goes.refusalOfUnclaimed { throw refusal }
        let kinds = Set(stays.logins.map(\.kind))
        guard !goes.logins.contains(where: { kinds.contains($0.kind) }) else {
            throw Refusal(.providerAlreadyLinked, "both accounts have an address or a number; remove one first")
        }
        guard !goes.logins.contains(where: { stays.hasFactor(at: $0.name) }) else { throw .oneProofForTwo }
        var account = stays.account
        account.role = stays.account.role ?? goes.account.role
        account.isJoinable = stays.account.isJoinable && goes.account.isJoinable
        account.lastSignInAt = max(stays.account.lastSignInAt, goes.account.lastSignInAt)
        let merge = app.profile.merge(stays.account.profile, with: goes.account.profile, at: now)
        account.profile = merge.result
        let moved = goes.identities.map { $0.moved(to: account.id) }
        result = AccountView(
            account: account, identities: (stays.identities + moved).sorted { $0.createdAt < $1.createdAt },
            logins: (stays.logins + goes.logins.map { $0.moved(to: account.id) })
                .sorted { $0.createdAt < $1.createdAt }, factors: stays.factors)
        overridden = merge.overridden
        self.goes = goes.account.id
    }
}

extension Identity {
    /// The identity with another account.
    func moved(to account: AccountID) -> Identity {
        Identity(
            app: app, provider: provider, subject: subject, account: account, claims: claims,
            joiningAddress: joiningAddress, createdAt: createdAt, standing: standing)
    }
}
