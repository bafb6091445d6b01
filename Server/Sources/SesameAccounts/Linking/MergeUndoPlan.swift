import Foundation
import SesameCore
import SesameWire

/// The planned result of undoing a merge: the absorbed account as it was, and the survivor without the values from the
/// merge, unless they have changed since.
struct MergeUndoPlan: Sendable {
    /// The restored account, with its identities and local credentials.
    let restored: AccountRecord
    /// The survivor, with its remaining identities and local credentials.
    let stays: AccountRecord

    /// The metadata of the restored account; nil if it had none.
    let restoredDetails: AccountMetadata?

    /// Plans the undo; returns nil if an identity or a local credential of either account no longer exists.
    init?(_ memory: MergeSnapshot, of view: AccountRecord, at now: Date) throws(StorageError) {
        let returning = memory.returning.compactMap { $0.found(in: view.identities) }
        let logins = memory.returningCredentials.compactMap { $0.found(in: view.logins) }
        guard returning.count == memory.returning.count, logins.count == memory.returningCredentials.count,
            memory.staying.allSatisfy({ $0.found(in: view.identities) != nil }),
            memory.stayingCredentials.allSatisfy({ $0.found(in: view.logins) != nil })
        else { return nil }
        let app = view.account.app
        let (before, merged) = (try memory.before.account(in: app), try memory.merged.account(in: app))
        let goes = try memory.goes.account(in: app)
        stays = AccountRecord(
            account: view.account.without(merged, before, at: now),
            identities: view.identities.filter { !returning.contains($0) },
            logins: view.logins.filter { !logins.contains($0) }, factors: view.factors)
        restored = AccountRecord(
            account: goes, identities: returning.map { $0.moved(to: goes.id) },
            logins: logins.map { $0.moved(to: goes.id) })
        restoredDetails = try memory.goesDetails.map { kept throws(StorageError) in
            try kept.details(of: goes.id, in: app)
        }
    }
}

extension Account {
    /// Returns the account with the values from before a merge, unless they have changed since.
    ///
    /// - Parameters:
    ///   - merged: The account after the merge.
    ///   - before: The account before the merge.
    fileprivate func without(_ merged: Account, _ before: Account, at now: Date) -> Account {
        var account = self
        if lastSignInAt == merged.lastSignInAt { account.lastSignInAt = before.lastSignInAt }
        if let role, let other = merged.role, role.hasSameBytes(as: other) { account.role = before.role }
        if allowsEmailLinking == merged.allowsEmailLinking { account.allowsEmailLinking = before.allowsEmailLinking }
        account.profile = profile.without(merged.profile, before.profile, at: now)
        return account
    }
}

extension StoredProfile {
    /// Returns the profile with the fields and the onboarding from before a merge, unless they have changed since. The
    /// version increases further, so that a change based on an older version is recognized as outdated.
    ///
    /// - Parameters:
    ///   - merged: The profile after the merge.
    ///   - before: The profile before the merge.
    func without(_ merged: StoredProfile, _ before: StoredProfile, at now: Date) -> StoredProfile {
        var fields = before.fields
        let names = (self.fields.members + merged.fields.members).map(\.name)
        for name in names where self.fields[name] != merged.fields[name] {
            if let value = self.fields[name] {
                fields[name] = value
            } else {
                fields.remove(name)
            }
        }
        return changed(
            fields: fields, onboarding: onboarding == merged.onboarding ? before.onboarding : onboarding, at: now)
    }
}
