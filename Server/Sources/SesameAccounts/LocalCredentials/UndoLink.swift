import Foundation
import SesameCore
import SesameWire

/// An emailed link that undoes a change with which a thief could lock the owner out: the change or removal of a
/// verified address, an added sign-in method, or an added second factor.
///
/// The link is valid for a week. It ends earlier when it or a link that voids it is used (see ``UndoLinks``), when the
/// account is deleted or claimed by a new owner, when an operator sets a different address or adds an identity, or when
/// the undo of a merge takes the link's address from the account. No other action in a session voids the link, because
/// a thief may be signed in. It does not work while the account is disabled. Each address gets a separate link. Of two
/// links to one address, the older undoes more and voids the newer one.
struct UndoLink: Sendable {
    let app: App
    let now: Date
    let context: RequestContext
    let notices: Notices?

    /// Undoes the change. Removes the sign-in methods and second factors that were added by the change or later, the
    /// password, and all sessions, because a thief may have them.
    ///
    /// - Returns: The reason why the change cannot be undone; nil if it was undone.
    func undo(
        _ code: OneTimeCode, _ content: CodeContent, _ past: UndoPast, _ view: AccountRecord,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        let account = view.account.id
        if let refusal = view.account.refusal(ofSignInAs: nil) ?? refusalOfNothing(past, view) { return refusal }
        let changedAt = code.expiresAt.addingTimeInterval(-UndoLinks.lifetime)
        var kept = past.kept.union([LocalCredential.mark(.email, content.name)])
        let refusal: AccountError?
        switch restoration(content, past, view) {
        case .identity(let identity):
            kept = past.kept.union([identity.mark])
            let isTaken = try restore(identity, content, view, since: changedAt, transaction)
            if isTaken == nil || app.passwords == nil {
                refusal = isTaken
            } else if let email = view.login(.email), past.kept.contains(email.mark) {
                // An account has only one address, and this one was there before the change.
                refusal = nil
            } else {
                // The bearer still owns the mailbox, so the address is restored instead.
                kept = past.kept.union([LocalCredential.mark(.email, content.name)])
                refusal = try restoreAddress(content, view, since: changedAt, transaction)
            }
        case .address: refusal = try restoreAddress(content, view, since: changedAt, transaction)
        case nil: refusal = nil
        }
        if let refusal { return refusal }
        let restored = try transaction.view(of: account, in: app.id) ?? view
        try transaction.removePassword(of: restored, at: now, context: context)
        try removeMethods(but: kept, of: restored, transaction)
        try removeFactors(but: past.kept, since: changedAt, of: restored, transaction)
        try transaction.advance([.password], of: account, in: app.id, at: now)
        try transaction.endAll(of: account, in: app.id, at: now)
        try transaction.deleteMergeRecord(of: account, in: app.id)
        let after = try transaction.view(of: account, in: app.id) ?? restored
        try notices?.tellOfUndo(by: content.name, from: view, to: after, of: app, at: now, transaction)
        return nil
    }

    private enum Restoration {
        case identity(UndoPast.ProvingIdentity)
        case address
    }

    /// Returns the sign-in method that the undo restores: the code's address, or the identity that had verified it; nil
    /// if neither was lost.
    private func restoration(_ content: CodeContent, _ past: UndoPast, _ view: AccountRecord) -> Restoration? {
        let identity = past.identities[content.name]
        if content.purpose == .undoChange {
            return past.losesIdentity ? identity.map(Restoration.identity) : .address
        }
        let address = LocalCredential.mark(.email, content.name)
        if past.kept.contains(address) { return view.login(.email)?.mark == address ? nil : .address }
        guard let identity else { return nil }
        // The address is compared too, because users who were imported together have identities with the same time.
        let isThere = view.identities.contains { known in
            known.mark == identity.mark && known.claims.email?.inLowerCaseASCII.hasSameBytes(as: content.name) == true
        }
        return isThere ? nil : .identity(identity)
    }

    /// Returns the error for an undo that would leave no sign-in method; otherwise nil. In an app without passwords, an
    /// email address alone is not a sign-in method.
    private func refusalOfNothing(_ past: UndoPast, _ view: AccountRecord) -> AccountError? {
        let stay = !past.identities.isEmpty || view.identities.map(\.mark).contains { past.kept.contains($0) }
        return app.passwords == nil && !stay
            ? AccountError(.invalidTransition, "the account would have no sign-in method left") : nil
    }

    /// Restores the code's address, without a password. Returns the error if another user has verified the address in
    /// the meantime; otherwise nil.
    private func restoreAddress(
        _ content: CodeContent, _ view: AccountRecord, since lostAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        let account = view.account.id
        if let other = try transaction.login(.email, name: content.name, in: app.id), other.account != account {
            if other.isClaimed, try !isOwnersNewAccount(other.account, since: lostAt, transaction) {
                return .loginInUse
            }
            try remove(other, transaction)
            try transaction.endAll(of: other.account, in: app.id, at: now)
        }
        let login = LocalCredential(
            app: app.id, kind: .email, name: content.name, account: account, createdAt: now, verifiedAt: now)
        if let current = view.login(.email) { try remove(current, transaction) }
        try transaction.insert(login)
        try transaction.note(.loginAdded, login, at: now, context: context)
        try transaction.note(.loginVerified, login, at: now, context: context)
        return nil
    }

    /// Restores the identity that had verified the code's address, and removes an identity that replaced it. Returns
    /// the error if another user has the identity in the meantime; otherwise nil.
    private func restore(
        _ lost: UndoPast.ProvingIdentity, _ content: CodeContent, _ view: AccountRecord, since lostAt: Date,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountError? {
        let account = view.account.id
        let known = try transaction.identity(lost.provider, subject: lost.subject, in: app.id)
        if let known, known.account != account,
            try !isOwnersNewAccount(known.account, since: lostAt, transaction)
        {
            return AccountError(.credentialInUse, "the identity now belongs to another account", field: "identity")
        }
        for other in view.identities where other.provider == lost.provider && other != known {
            try transaction.unlink(other, at: now, context: context)
        }
        if let known {
            try transaction.delete(known)
            if known.account != account { try transaction.endAll(of: known.account, in: app.id, at: now) }
        }
        // The identity keeps its creation time, because the account's other links refer to it.
        let stated = IdentityClaims(email: content.name, emailVerified: true, emailIsAuthoritative: true)
        let claims = known?.claims ?? stated
        try transaction.insert(
            Identity(
                app: app.id, provider: lost.provider, subject: lost.subject, account: account, claims: claims,
                linkableEmail: claims.linkableEmail(of: lost.subject, at: lost.provider, in: app),
                createdAt: lost.createdAt,
                status: known?.status ?? IdentityStatus()))
        try transaction.insert(
            SecurityEvent(
                kind: .identityLinked, app: app.id, account: account, session: nil, at: now, context: context,
                detail: lost.provider.rawValue))
        return nil
    }

    /// Returns true if the account is presumably the owner's: created after the loss, because a sign-in no longer found
    /// the old account. Such an account has one sign-in method, no second factor and an unchanged profile, and is not
    /// disabled.
    private func isOwnersNewAccount(
        _ account: AccountID, since lostAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard let view = try transaction.view(of: account, in: app.id) else { return false }
        return view.account.createdAt >= lostAt && view.methodCount == 1 && view.factors.isEmpty
            && view.account.disabledAt == nil && view.account.profile.version == 1
    }

    private func removeMethods(
        but kept: Set<String>, of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        for login in view.logins where login.kind != .custom && !kept.contains(login.mark) {
            try remove(login, transaction)
        }
        for identity in view.identities where !kept.contains(identity.mark) {
            try transaction.unlink(identity, at: now, context: context)
        }
    }

    private func removeFactors(
        but kept: Set<String>, since changedAt: Date, of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let (account, younger) = (view.account.id, view.factors.filter { !kept.contains($0.mark) })
        for factor in younger {
            try transaction.delete(factor)
            try transaction.note(.secondFactorRemoved, factor, at: now, context: context)
        }
        let codes = try transaction.recoveryCodes(of: account, in: app.id)
        if younger.count == view.factors.count || codes.map({ $0.createdAt >= changedAt }) == true {
            try transaction.deleteRecoveryCodes(of: account, in: app.id)
        }
    }

    private func remove(_ login: LocalCredential, _ transaction: any StorageTransaction) throws(StorageError) {
        try transaction.delete(login)
        try transaction.note(.loginRemoved, login, at: now, context: context)
    }
}

extension LocalCredentialService {
    /// Undoes a change or a removal of an account's address, an added sign-in method, or an added second factor. If the
    /// account is disabled or the undo is refused, the code remains valid.
    ///
    /// - Returns: The updated account.
    package func undoChange(
        with presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let link = UndoLink(app: app, now: environment.now, context: context, notices: codes.notices)
        let cipher = oneTimeCodes
        return try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) in
            guard let (code, content) = try redemption.find(for: CodePurpose.undoing, transaction),
                let past = content.past, let account = content.account,
                let view = try transaction.view(of: account, in: app.id)
            else { return .failure(.unknownCode) }
            if let refusal = try link.undo(code, content, past, view, transaction) { return .failure(refusal) }
            for other in try transaction.undoLinks(of: account, in: app.id, cipher, at: link.now)
                .voided(by: code, content)
            {
                try transaction.deleteCode(inSlot: other.lookupKey)
            }
            return .success(try transaction.view(of: account, in: app.id) ?? view)
        }
    }
}
