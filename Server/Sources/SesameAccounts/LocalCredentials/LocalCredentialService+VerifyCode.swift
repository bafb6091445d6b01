import Foundation
package import SesameCore
import SesameWire

/// The evidence, besides a code, that the bearer owns the account.
package enum CodeBearer: Sendable {
    /// No further evidence: the bearer has access to the mailbox only.
    case mailbox
    /// A session of the bearer. It proves ownership of the account only if it requested the code.
    case caller(Caller)
    /// The account's password, which proves ownership of the account.
    case password(Secret)
}

extension LocalCredentialService {
    /// Verifies an address or a number of an account, or changes the account's address or number to a new one.
    ///
    /// A code alone verifies the address or number. The bearer may not be the user who created the account, so the
    /// local credential stays unclaimed until the bearer also proves ownership of the account: with the session that
    /// requested the code, or with the password.
    ///
    /// - Returns: The updated account.
    package func verify(
        with presented: PresentedCode, of app: App, by bearer: CodeBearer = .mailbox, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let proof = try await password(of: bearer, with: presented, of: app, context: context)
        let verification = LocalCredentialVerification(
            bearer: bearer, password: proof, isEmulator: isEmulator, claim: claim(in: app, context: context),
            notices: codes.notices)
        return try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) in
            guard let (code, content) = try redemption.find(for: [.verify, .changeEmail], transaction),
                let account = content.account, let view = try transaction.view(of: account, in: app.id)
            else { return .failure(.unknownCode) }
            return try verification.run(code, content, view, transaction)
        }
    }

    /// Disowns an account that a stranger created with the bearer's address. An unclaimed address is removed from an
    /// account with other sign-in methods. Otherwise the account passes to the mailbox's owner, without its password,
    /// second factors and sessions. An account with a claimed address does not change.
    package func disown(
        with presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(AccountError) {
        let claim = claim(in: app, context: context)
        try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<Void, AccountError> in
            guard let content = try redemption.spend(for: [.verify, .changeEmail], transaction) else {
                return .failure(.unknownCode)
            }
            guard let login = try transaction.login(content.kind, name: content.name, in: app.id),
                login.account == content.account, let claimed = try claim.claim(login, transaction)
            else { return .success(()) }
            try transaction.update(try claim.prove(claimed, transaction))
            return .success(())
        }
    }

    /// Returns the question that a page asks before it redeems an emailed link.
    ///
    /// - Parameter session: The browser's session, if it has one.
    package func question(
        about content: CodeContent, in session: SessionID?, of app: App
    ) async throws(AccountError) -> CodeQuestion {
        guard [.verify, .changeEmail].contains(content.purpose), let account = content.account else { return .none }
        if let session, content.isAsked(in: session) { return .none }
        let view = try await directory.account(account, in: app.id)
        if view.login(.email)?.password != nil, view.factors.isEmpty || content.purpose == .verify {
            return .ownerByPassword
        }
        let needsSession =
            content.purpose == .changeEmail ? view.needsAskingSession(showsOwner: false) : !view.factors.isEmpty
        return needsSession ? .askingSession : .owner
    }

    /// Verifies the bearer's password and returns the stored hash that it matches; nil for other evidence. Throws
    /// `invalidCredentials` if it does not match.
    private func password(
        of bearer: CodeBearer, with presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(AccountError) -> PasswordHash? {
        guard case .password(let password) = bearer else { return nil }
        let content = try await codes.checkCode(presented, of: app, context: context)
        guard let account = content.account,
            let email = try await directory.account(account, in: app.id).emailCredential
        else { throw .wrongCredentials }
        return try await proved(password, of: email, in: app, context: context).hash
    }
}

/// The question that a page must ask before it redeems an emailed link.
package enum CodeQuestion: Sendable {
    /// No question: the page redeems the link at once.
    case none
    /// Asks the user to state that they created the account.
    case owner
    /// Asks the user to state that they created the account, and for the account's password as evidence.
    case ownerByPassword
    /// No question, because the code must be redeemed in the session that requested it.
    case askingSession
}

extension AccountRecord {
    /// Returns true if a change of the address takes effect only in the session that requested it.
    ///
    /// An account with a second factor accepts no weaker evidence of ownership. A user who signs in by email alone
    /// would be locked out by an unclaimed address.
    ///
    /// - Parameter showsOwner: True if the bearer has proved ownership of the account.
    fileprivate func needsAskingSession(showsOwner: Bool) -> Bool {
        let dependsOnMails =
            identities.isEmpty && logins.count == 1 && logins.allSatisfy { $0.kind == .email && $0.password == nil }
        return !factors.isEmpty || !showsOwner && dependsOnMails
    }
}

extension AccountError {
    /// Returns the error for a code that was requested for another account. It protects users who open a stranger's
    /// link in their own app.
    fileprivate static func foreignCode(for kind: LocalCredential.Kind) -> AccountError {
        AccountError(
            .invalidTransition,
            "the code belongs to another account; sign in to that account, or use the code while signed out",
            field: kind.rawValue)
    }

    fileprivate static func askingSession(for kind: LocalCredential.Kind) -> AccountError {
        AccountError(.invalidTransition, "use the code in the session that requested it", field: kind.rawValue)
    }
}

extension CodeContent {
    func isAsked(in session: SessionID) -> Bool { self.session?.hasSameBytes(as: session.description) == true }
}

/// The transaction that verifies an address or a number with a code.
private struct LocalCredentialVerification: Sendable {
    let bearer: CodeBearer
    /// The stored hash that the bearer's password matched; nil for other evidence.
    let password: PasswordHash?
    /// True in Firebase's emulator mode, in which the tester acts for all users.
    let isEmulator: Bool
    let claim: FirstVerification
    let notices: Notices?

    private var app: App { claim.app }
    private var now: Date { claim.now }

    func run(
        _ code: OneTimeCode, _ content: CodeContent, _ view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<AccountRecord, AccountError> {
        let account = view.account.id
        if let refusal = view.account.refusal(ofSignInAs: nil) { return .failure(refusal) }
        let isOwner: Bool
        switch try showsOwner(content, view, transaction) {
        case .success(let shows): isOwner = shows
        case .failure(let refusal): return .failure(refusal)
        }
        let isChange = content.purpose == .changeEmail
        var known = try transaction.login(content.kind, name: content.name, in: app.id)
        let foreign = known.flatMap { $0.account == account ? nil : $0 }
        if let foreign {
            guard isChange, try transaction.givesUp(foreign, claim.codes, at: now) else {
                return .failure(.loginInUse)
            }
            known = nil
        }
        guard isChange || known != nil else { return .failure(.unknownCode) }
        let needsSession =
            isChange
            ? content.kind == .phone || view.needsAskingSession(showsOwner: isOwner)
            : !view.factors.isEmpty && !isOwner && known?.isClaimed != true
        if needsSession, !isEmulator, !isAsker(content) {
            return .failure(.askingSession(for: content.kind))
        }
        if isChange, view.hasFactor(at: content.name) { return .failure(.oneProofForTwo) }
        if let foreign { _ = try claim.claim(foreign, transaction) }
        try transaction.deleteCode(inSlot: code.lookupKey)
        let before = view.login(content.kind)
        var login =
            known ?? before?.renamed(content.name)
            ?? LocalCredential(app: app.id, kind: content.kind, name: content.name, account: account, createdAt: now)
        let isProved = view.identities.contains { $0.proves(content.kind, content.name) }
        login.isUnclaimed = !isOwner && !login.isClaimed && !isProved
        login.verifiedAt = now
        if known != nil {
            try transaction.update(login)
        } else {
            if let before {
                try transaction.delete(before)
                try transaction.note(.loginRemoved, before, at: now, context: claim.context)
            }
            try transaction.insert(login)
            try transaction.note(.loginAdded, login, at: now, context: claim.context)
            try transaction.invalidateTokens(of: account, in: app.id, at: now)
            if let before { try notices?.tellOfLoss(of: before, from: view, of: app, at: now, transaction) }
            try notices?.tellOfAddedMethod(to: view, losing: before, of: app, at: now, transaction)
        }
        try transaction.note(.loginVerified, login, at: now, context: claim.context)
        return .success(try transaction.view(of: account, in: app.id) ?? view)
    }

    private func isAsker(_ content: CodeContent) -> Bool {
        if case .caller(let caller) = bearer { content.isAsked(in: caller.session.id) } else { false }
    }

    /// Returns true if the bearer has proved ownership of the account; a failure if the evidence is for another account
    /// or outdated.
    private func showsOwner(
        _ content: CodeContent, _ view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<Bool, AccountError> {
        switch bearer {
        case .mailbox: return .success(isEmulator)
        case .password:
            guard let password, view.login(.email)?.password == password else { return .failure(.wrongCredentials) }
            return .success(true)
        case .caller(let caller):
            guard isEmulator || caller.session.account == view.account.id else {
                return .failure(.foreignCode(for: content.kind))
            }
            guard content.isAsked(in: caller.session.id) else { return .success(isEmulator) }
            return try caller.current(at: now, transaction).map { _ in true }
        }
    }
}
