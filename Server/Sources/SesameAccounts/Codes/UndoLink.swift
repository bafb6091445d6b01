import Foundation
import SesameCore

/// A mailed link that takes back a change by which a thief could lock the owner out: the loss of a proved address, by a
/// change or a removal, or an added second factor.
///
/// The link is good for a week. A thief in the account must not be able to void it, so no event of the account does: it
/// ends by use, time and deletion, and one for a factor with that factor. While the account is disabled it waits. Each
/// change has a link of its own. Of two the one for the older change takes back more, and voids the younger.
struct UndoLink: Sendable {
    /// The life of the link, in seconds.
    static let life: TimeInterval = 7 * 86_400

    let app: App
    let now: Date
    let context: RequestContext

    /// Takes the change back. Removes the sign-in methods and second factors that came with it or after it. Ends the
    /// password and all sessions, which a thief may have.
    func undo(
        _ code: OneTimeCode, _ content: CodeContent, _ view: AccountView, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Refusal? {
        let account = view.account.id
        if let refusal = view.account.refusal(ofSignInAs: nil) ?? refusalOfNothing(content, view) { return refusal }
        let changedAt = code.expiresAt.addingTimeInterval(-Self.life)
        if restoresAddress(content, view),
            let refusal = try restoreAddress(content, view, since: changedAt, transaction)
        {
            return refusal
        }
        let view = try transaction.view(of: account, in: app.id) ?? view
        try transaction.removePassword(of: view, at: now, context: context)
        try removeMethods(but: content.kept.union([Login.mark(.email, content.name)]), of: view, transaction)
        try removeFactors(but: content.kept, since: changedAt, of: view, transaction)
        try transaction.advance([.password], of: account, in: app.id, at: now)
        try transaction.endAll(of: account, in: app.id, at: now)
        try transaction.deleteMergeRecord(of: account, in: app.id)
        return nil
    }

    /// Returns whether the address becomes the account's: it was before, or the account would be left with no way to sign
    /// in. Whoever brings the code has shown that the address is theirs.
    private func restoresAddress(_ content: CodeContent, _ view: AccountView) -> Bool {
        if content.purpose == .undoChange { return true }
        let address = Login.mark(.email, content.name)
        guard !content.kept.contains(address) else { return view.login(.email)?.mark != address }
        return view.marksOfMethods.isDisjoint(with: content.kept)
    }

    /// Returns the refusal of an undo that would leave nothing to sign in with: the address does not do in an app without
    /// passwords.
    private func refusalOfNothing(_ content: CodeContent, _ view: AccountView) -> Refusal? {
        let stay = view.identities.map(\.mark).contains { content.kept.contains($0) }
        return app.passwords == nil && !stay
            ? Refusal(.invalidTransition, "nothing would be left to sign in to the account with") : nil
    }

    /// Gives the account the code's address again, without a password.
    private func restoreAddress(
        _ content: CodeContent, _ view: AccountView, since lostAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Refusal? {
        let account = view.account.id
        if let other = try transaction.login(.email, name: content.name, in: app.id), other.account != account {
            if other.isClaimed, try !isMailboxesOwn(other, since: lostAt, transaction) { return .loginInUse }
            try remove(other, transaction)
            try transaction.endAll(of: other.account, in: app.id, at: now)
        }
        let login = Login(
            app: app.id, kind: .email, name: content.name, account: account, createdAt: now, verifiedAt: now)
        if let current = view.login(.email) { try remove(current, transaction) }
        try transaction.insert(login)
        try transaction.note(.loginAdded, login, at: now, context: context)
        try transaction.note(.loginVerified, login, at: now, context: context)
        return nil
    }

    /// Returns whether only a sign-in by mail made the login's account, after the loss: the owner did not know of the loss
    /// yet, and got an empty account.
    private func isMailboxesOwn(
        _ login: Login, since lostAt: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard let view = try transaction.view(of: login.account, in: app.id) else { return false }
        return view.account.createdAt >= lostAt && view.methodCount == 1 && view.factors.isEmpty
    }

    private func removeMethods(
        but kept: Set<String>, of view: AccountView, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        for login in view.logins where login.kind != .custom && !kept.contains(login.mark) {
            try remove(login, transaction)
        }
        for identity in view.identities where !kept.contains(identity.mark) {
            try transaction.unlink(identity, at: now, context: context)
        }
    }

    private func removeFactors(
        but kept: Set<String>, since changedAt: Date, of view: AccountView, _ transaction: any StorageTransaction
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

    private func remove(_ login: Login, _ transaction: any StorageTransaction) throws(StorageError) {
        try transaction.delete(login)
        try transaction.note(.loginRemoved, login, at: now, context: context)
    }
}

extension AccountView {
    /// The sign-in methods and second factors, as an undo link lists them. Creation times would not do: a merge brings
    /// identities that are older than the change.
    var marks: Set<String> { marksOfMethods.union(factors.map(\.mark)) }

    fileprivate var marksOfMethods: Set<String> {
        Set(identities.map(\.mark) + logins.filter { $0.kind != .custom }.map(\.mark))
    }
}

extension Identity {
    fileprivate var mark: String { "identity \(provider.rawValue) \(subject)" }
}

extension Login {
    fileprivate var mark: String { Self.mark(kind, name) }

    fileprivate static func mark(_ kind: Kind, _ name: String) -> String { "\(kind.rawValue) \(name)" }
}

extension SecondFactor {
    fileprivate var mark: String { "factor \(id) \(number?.description ?? "")" }
}

extension StorageReader {
    /// Returns whether what an undo link takes back is still there: a factor may have been removed since.
    func canStillUndo(_ content: CodeContent) throws(StorageError) -> Bool {
        guard let factor = content.factor, let account = content.account, let app = AppID(content.app) else {
            return true
        }
        return try secondFactors(of: account, in: app).contains { $0.id.hasSameBytes(as: factor) }
    }

    /// Returns the codes of the account's undo links for these purposes, expired ones included.
    fileprivate func undoCodes(
        _ purposes: Set<CodePurpose>, of account: AccountID, in app: AppID, _ safe: CodeSafe
    ) throws(StorageError) -> [OneTimeCode] {
        var found: [OneTimeCode] = []
        for code in try codes(of: account, in: app) where purposes.contains(try safe.open(code).purpose) {
            found.append(code)
        }
        return found
    }

    /// Returns whether an address that the account has lost can take it back.
    func canBeTakenBack(
        _ account: AccountID, in app: AppID, _ safe: CodeSafe, at now: Date
    ) throws(StorageError) -> Bool {
        try undoCodes([.undoChange], of: account, in: app, safe).contains { now < $0.expiresAt }
    }
}

extension AccountSystem {
    /// Takes back a change or a removal of an account's address, or an added second factor. For a disabled account the
    /// code stays valid.
    ///
    /// - Returns: The account as it is now.
    public func undoChange(
        with presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        let (link, codes) = (UndoLink(app: app, now: environment.now, context: context), oneTimeCodes)
        return try await presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) in
            guard let (code, content) = try redemption.find(for: CodePurpose.undoing, transaction),
                let account = content.account, let view = try transaction.view(of: account, in: app.id)
            else { return .failure(.unknownCode) }
            if let refusal = try link.undo(code, content, view, transaction) { return .failure(refusal) }
            for other in try transaction.undoCodes(CodePurpose.undoing, of: account, in: app.id, codes)
            where other.expiresAt >= code.expiresAt {
                try transaction.deleteCode(inSlot: other.slot)
            }
            return .success(try transaction.view(of: account, in: app.id) ?? view)
        }
    }
}
