import Foundation
package import SesameCore

extension LocalCredentialService {
    /// Adds an email address and a password to the caller's account, after a recent sign-in. A guest needs no recent
    /// sign-in and is upgraded: uid, profile and creation time stay, and a new session replaces the guest's. If the
    /// account already has the address, only the password is added or replaced.
    ///
    /// - Parameter replacingOther: True for an emulator, which sends no email: a different address of the account, even
    ///   a verified one, is replaced at once.
    package func addPassword(
        email: EmailAddress, password: Secret, to caller: Caller, role: String? = nil, profile: JSONObject = [:],
        replacingOther: Bool = false, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        let addition = try await addition(
            of: password, at: email, to: caller, GuestUpgrade(app: caller.app, role: role, profile: profile),
            replacingOther: replacingOther, context: context)
        let outcome = try await write { transaction throws(StorageError) in try addition.run(transaction) }
        return try linking.result(outcome, for: caller)
    }

    func addition(
        of password: Secret, at email: EmailAddress, to caller: Caller, _ form: GuestUpgrade,
        replacingOther: Bool = false, context: RequestContext
    ) async throws(AccountError) -> CredentialAddition {
        try limiter?.admitChange(of: caller.session.account)
        if let refusal = caller.reauthenticationError(try await sessions.account(of: caller)) { throw refusal }
        let owner = try await passwordOwner(email, of: caller.session.account, profile: form.profile, in: caller.app)
        let hash = try await newHash(of: password, for: owner, in: caller.app)
        return CredentialAddition(
            change: AccountLinker(
                tools: linking.tools, caller: caller, session: newSession(), now: environment.now,
                context: context),
            form: form, kind: .email, name: email.description, password: hash, replacesOther: replacingOther)
    }

    /// Changes the caller's password, with the current one or after a recent sign-in. All other sessions end.
    package func changePassword(
        of caller: Caller, from current: Secret? = nil, to password: Secret, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        let change = try await change(of: caller, from: current, to: password, context: context)
        let outcome = try await write { transaction throws(StorageError) in try change.run(transaction) }
        return try linking.result(outcome, for: caller)
    }

    func change(
        of caller: Caller, from current: Secret?, to password: Secret, context: RequestContext
    ) async throws(AccountError) -> PasswordChange {
        try limiter?.admitChange(of: caller.session.account)
        let view = try await sessions.account(of: caller)
        guard let email = view.emailCredential else {
            throw AccountError(
                .notFound, "the account has no email address to sign in with; add one together with the password")
        }
        var proof: PasswordProof?
        if let current {
            proof = try await proved(current, of: email, in: caller.app, context: context)
        } else if let refusal = caller.reauthenticationError(view) {
            throw refusal
        }
        let owner = try await passwordOwner(email, of: caller.session.account, in: caller.app)
        let hash = try await newHash(of: password, for: owner, in: caller.app)
        return PasswordChange(
            change: AccountLinker(
                tools: linking.tools, caller: caller, session: newSession(), now: environment.now,
                context: context),
            name: email.description, proof: proof?.hash, password: hash, notices: codes.notices)
    }

    /// Removes a local credential from the caller's account, after a recent sign-in. All other sessions end, so that a
    /// stranger with the local credential is signed out. Throws ``AccountError/lastCertainWayIn`` for the account's
    /// last reliable sign-in method.
    package func removeCredential(
        _ kind: LocalCredential.Kind, from caller: Caller, context: RequestContext
    ) async throws(AccountError) {
        let removal = try removal(of: kind, from: caller, context: context)
        try await write { transaction throws(StorageError) in try removal.run(transaction) }
    }

    func removal(
        of kind: LocalCredential.Kind, from caller: Caller, context: RequestContext
    ) throws(AccountError) -> LocalCredentialRemoval {
        try limiter?.admitChange(of: caller.session.account)
        return LocalCredentialRemoval(
            kind: kind, caller: caller, now: environment.now, context: context, notices: codes.notices)
    }
}

/// The transaction that removes a user's local credential, with all checks.
struct LocalCredentialRemoval: Sendable {
    let kind: LocalCredential.Kind
    let caller: Caller
    let now: Date
    let context: RequestContext
    let notices: Notices?

    func run(_ transaction: any StorageTransaction) throws(StorageError) {
        let current = try caller.requireRecent(at: now, transaction)
        guard let login = current.view.login(kind) else { throw .refused(.noSuchIdentity) }
        guard current.view.keepsWayIn(without: [], [login]) else { throw .refused(.lastCertainWayIn) }
        try transaction.delete(login)
        // The merge can no longer be undone, because its two accounts can no longer be separated.
        try transaction.deleteMergeRecord(of: login.account, in: login.app)
        try transaction.endOthers(than: current.session, at: now, context: context)
        try transaction.note(.loginRemoved, login, session: current.session.id, at: now, context: context)
        try notices?.tellOfLoss(of: login, from: current.view, of: caller.app, at: now, transaction)
        try notices?.tellOfRemovedMethod(from: current.view, of: caller.app, at: now, transaction)
    }
}

/// The transaction that adds a local credential to a user's account, with all checks.
struct CredentialAddition: Sendable {
    let change: AccountLinker
    let form: GuestUpgrade
    let kind: LocalCredential.Kind
    let name: String
    let password: PasswordHash?
    /// True if the user has presented a code or link that was sent to the address or number.
    var isVerified = false
    /// True to replace the account's existing local credential of the same kind; false to refuse the addition if there
    /// is one.
    var replacesOther = false

    private var now: Date { change.now }
    private var app: App { change.caller.app }

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let (session, view): (Session, AccountRecord)
        switch try change.caller.current(at: now, transaction) {
        case .success(let current): (session, view) = (current.session, current.view)
        case .failure(let refusal): return .refused(refusal)
        }
        if let refusal = change.caller.reauthenticationError(view) { return .refused(refusal) }
        let known = try transaction.login(kind, name: name, in: app.id)
        if let known {
            if known.account == view.account.id { return try renew(known, view, session, transaction) }
            guard isVerified, try transaction.givesUp(known, change.tools.oneTimeCodes, at: now) else {
                return .refused(.loginInUse)
            }
        }
        let other = view.login(kind)
        guard other == nil || replacesOther else {
            return .refused(
                AccountError(
                    .providerAlreadyLinked,
                    "the account already has another email address or phone number; change that one"))
        }
        if let refusal = form.refusal(for: view) { return .refused(refusal) }
        if let refusal = view.refusalOfUnclaimed { return .refused(refusal) }
        let isProved = isVerified || view.identities.contains { $0.proves(kind, name) }
        if !isProved, let refusal = view.refusalOfUnproved { return .refused(refusal) }
        if view.hasFactor(at: name) { return .refused(.oneProofForTwo) }
        if let known {
            let claim = FirstVerification(codes: change.tools.oneTimeCodes, app: app, now: now, context: change.context)
            _ = try claim.claim(known, transaction)
        }
        if let other {
            try transaction.delete(other)
            if kind == .email { try transaction.invalidateTokens(of: other.account, in: app.id, at: now) }
            try transaction.endOthers(than: session, at: now, context: change.context)
            try transaction.note(.loginRemoved, other, session: session.id, at: now, context: change.context)
        }
        let login = LocalCredential(
            app: app.id, kind: kind, name: name, account: view.account.id, createdAt: now,
            verifiedAt: isProved ? now : nil, password: password ?? other?.password,
            passwordChangedAt: password == nil ? other?.passwordChangedAt : now)
        try transaction.insert(login)
        try transaction.note(.loginAdded, login, session: session.id, at: now, context: change.context)
        let notices = change.tools.notices
        if let other { try notices?.tellOfLoss(of: other, from: view, of: app, at: now, transaction) }
        try notices?.tellOfAddedMethod(to: view, losing: other, of: app, at: now, transaction)
        if other != nil {
            return .done(.linked, try transaction.view(of: view.account.id, in: app.id) ?? view, session)
        }
        guard view.isAnonymous else { return .done(.linked, view.adding(login), session) }
        let account = form.upgraded(view.account, claims: nil, at: now)
        try transaction.update(account)
        try change.endSessions(of: account.id, .replaced, transaction)
        let begun = try change.begin(
            for: account.id, by: password == nil ? kind.codeMethod : .password, provedAt: now, transaction)
        return .done(.linked, view.adding(login).with(account), begun)
    }

    /// Marks a local credential that the account already has as verified, or sets its password. A new password ends all
    /// other sessions.
    private func renew(
        _ known: LocalCredential, _ view: AccountRecord, _ session: Session, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        var login = known
        if isVerified, !known.isClaimed {
            (login.verifiedAt, login.isUnclaimed) = (login.verifiedAt ?? now, false)
            try transaction.note(.loginVerified, login, session: session.id, at: now, context: change.context)
        }
        if let password {
            login.password = password
            login.passwordChangedAt = now
            try transaction.invalidateTokens(of: login.account, in: login.app, at: now)
            try transaction.endOthers(than: session, at: now, context: change.context)
            try transaction.note(.passwordChanged, login, session: session.id, at: now, context: change.context)
            try tell(known.password == nil ? .passwordAdded : .passwordChanged, view, transaction)
        }
        try transaction.update(login)
        return .done(.linked, try transaction.view(of: view.account.id, in: app.id) ?? view, session)
    }

    /// Notifies every verified address of the account, because a thief with nothing but a session could add a password
    /// to the account.
    private func tell(
        _ notice: MessageText.Notice, _ view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        try change.tools.notices?.tell(notice, everyProvedAddressOf: view, of: app, at: now, transaction)
    }
}

/// The transaction that changes a user's password, with all checks.
struct PasswordChange: Sendable {
    let change: AccountLinker
    let name: String
    /// The stored hash that the current password matched; nil if a recent sign-in is used instead of the current
    /// password.
    let proof: PasswordHash?
    let password: PasswordHash
    /// The sender of email notices; nil if the server sends no email.
    let notices: Notices?

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let (caller, now) = (change.caller, change.now)
        let current = try caller.requireCurrent(at: now, transaction)
        guard var login = try transaction.login(.email, name: name, in: caller.app.id),
            login.account == current.view.account.id, proof == nil || proof == login.password
        else { return .refused(.wrongCredentials) }
        if let refusal = caller.refusal(of: current.view, showingPassword: proof != nil) { return .refused(refusal) }
        login.password = password
        login.passwordChangedAt = now
        try transaction.update(login)
        try transaction.invalidateTokens(of: login.account, in: login.app, at: now)
        try transaction.endOthers(than: current.session, at: now, context: change.context)
        try transaction.note(.passwordChanged, login, session: current.session.id, at: now, context: change.context)
        try notices?.tell(.passwordChanged, login, of: caller.app, at: now, transaction)
        let view = try transaction.view(of: login.account, in: login.app) ?? current.view
        return .done(.linked, view, current.session)
    }
}
