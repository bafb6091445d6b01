import Foundation
package import SesameCore
import SesameWire

extension LinkingService {
    /// Links a provider's identity to the caller's account, after a recent sign-in. A guest needs no recent sign-in and
    /// is upgraded: uid, profile and creation time stay, and a new session replaces the guest's.
    ///
    /// Linking an identity again succeeds. If the identity belongs to another account, `onConflict` decides. By default
    /// neither account changes, and `link` throws `credentialInUse` with a ticket for
    /// ``resolveConflict(_:with:of:context:)``.
    ///
    /// - Parameters:
    ///   - credential: The provider's credential. Its nonce is from ``ProviderService/issueNonce(for:)``, except in
    ///     protocols whose clients create the nonce themselves.
    ///   - role: The role of an upgraded guest, in apps with roles. For an account that has a role, it must be the same
    ///     role or nil.
    ///   - profile: The profile fields of an upgraded guest, including all that a registration requires. Empty for an
    ///     account that is not a guest.
    package func link(
        _ credential: ProviderCredential, to caller: Caller, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        guard credential.nonce != nil || credential.vendor != nil else { throw .unknownNonce }
        // The rule is checked before any request to the provider, and again in the transaction.
        if let refusal = caller.reauthenticationError(try await sessions.account(of: caller)) { throw refusal }
        let verified = try await providers.verify(
            credential, for: caller.app, boundTo: caller.session.id, context: context)
        let attempt = LinkTransaction(
            change: AccountLinker(
                tools: tools, caller: caller, session: newSession(), now: environment.now,
                context: context),
            provider: credential.provider, verified: verified, role: role,
            profile: profile, onConflict: onConflict, ticket: ConflictTicket.secret(environment.randomBytes(32)))
        let outcome = try await write { transaction throws(StorageError) in try attempt.run(transaction) }
        return try result(outcome, for: caller)
    }
}

/// The transaction that links one verified identity, with all checks.
struct LinkTransaction: Sendable {
    let change: AccountLinker
    let provider: Provider
    let verified: VerifiedCredential
    let role: String?
    let profile: JSONObject
    let onConflict: ConflictPolicy
    let ticket: Secret

    private var app: App { change.caller.app }
    private var now: Date { change.now }
    private var form: GuestUpgrade { GuestUpgrade(app: app, role: role, profile: profile) }

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        let outcome = try decide(transaction)
        switch outcome {
        case .refused: try transaction.abandon(verified.token, at: now)
        case .done(_, _, let session) where verified.proof.isRepeatable: try use(in: session, transaction)
        case .done: break
        }
        return outcome
    }

    /// Marks the token as used. A token without a nonce of this server is used up only by a successful link: after a
    /// failed link, clients that create their own nonce sign in with the same credential.
    private func use(in session: Session, _ transaction: any StorageTransaction) throws(StorageError) {
        try transaction.insert(
            UsedToken(verified.identity, app: app.id, session: session.id, proof: verified.proof, at: now))
    }

    private func decide(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        switch try verified.proof.spend(verified.identity, in: app.id, at: now, transaction) {
        case .fresh: break
        case .repetition: return .refused(.usedToken)
        case .refused(let refusal): return .refused(refusal)
        }
        let (session, view): (Session, AccountRecord)
        switch try change.caller.current(at: now, transaction) {
        case .success(let current): (session, view) = (current.session, current.view)
        case .failure(let refusal): return .refused(refusal)
        }
        if let refusal = change.caller.reauthenticationError(view) { return .refused(refusal) }
        if !verified.proof.isRepeatable { try use(in: session, transaction) }
        let subject = verified.identity.subject
        guard let known = try transaction.identity(provider, subject, in: app.id) else {
            return try bind(to: view, session, transaction)
        }
        guard !known.status.isDisabled else { return .refused(.disabledByProvider) }
        let identity = try transaction.renew(known, as: subject, change.tools.providerTokens)
        // The provider's token is stored for any account, because the server must be able to revoke each consent that
        // it was given.
        if let token = verified.token { try transaction.put(token) }
        guard identity.account == view.account.id else { return try settle(identity, view, session, transaction) }
        return .done(.linked, view, session)
    }

    private func bind(
        to view: AccountRecord, _ session: Session, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        guard !view.identities.contains(where: { $0.provider == provider }) else {
            return .refused(
                AccountError(
                    .providerAlreadyLinked,
                    "the account already has an identity of \(provider.rawValue); unlink it first"))
        }
        if let refusal = form.refusal(for: view) { return .refused(refusal) }
        let claims = verified.identity.claims.named(verified.identity.statedName)
        let subject = verified.identity.subject.current
        let identity = Identity(
            app: app.id, provider: provider, subject: subject, account: view.account.id, claims: claims,
            linkableEmail: claims.linkableEmail(of: subject, at: provider, in: app), createdAt: now)
        if var login = view.login(.email), !login.isClaimed, identity.proves(.email, login.name) {
            (login.verifiedAt, login.isUnclaimed) = (login.verifiedAt ?? now, false)
            try transaction.update(login)
            try transaction.note(.loginVerified, login, session: session.id, at: now, context: change.context)
        } else if let refusal = view.refusalOfUnclaimed {
            return .refused(refusal)
        }
        try transaction.insert(identity)
        if let token = verified.token { try transaction.put(token) }
        try change.note(.identityLinked, of: view.account.id, detail: provider.rawValue, transaction)
        try change.tools.notices?.tellOfAddedMethod(to: view, of: app, at: now, transaction)
        guard view.isAnonymous else { return .done(.linked, view.adding(identity), session) }
        let account = form.upgraded(view.account, claims: claims, at: now)
        try transaction.update(account)
        try change.endSessions(of: account.id, .replaced, transaction)
        let begun = try change.begin(for: account.id, with: provider, provedAt: now, transaction)
        return .done(.linked, view.adding(identity).with(account), begun)
    }

    /// Carries out the caller's choice for an identity that belongs to another account; without a choice, returns the
    /// error with a new ticket.
    private func settle(
        _ identity: Identity, _ view: AccountRecord, _ session: Session, _ transaction: any StorageTransaction
    ) throws(StorageError) -> LinkOutcome {
        guard let owner = try transaction.view(of: identity.account, in: app.id) else {
            throw .corrupt("an identity has no account")
        }
        for account in [view.account.id, owner.account.id] {
            try change.note(.linkConflicted, of: account, transaction)
        }
        guard owner.account.disabledAt == nil else { return .refused(.disabledConflict) }
        guard owner.factors.isEmpty else { return .refused(.factorConflict) }
        if let role, owner.account.role?.hasSameBytes(as: role) != true { return .refused(.otherRole) }
        let conflict = IdentityConflict(view: view, session: session, owner: owner, provider: provider, provedAt: now)
        if let choice = ConflictChoice(onConflict) { return try change.carryOut(choice, conflict, transaction) }
        let canMerge = try change.refusalOfMerge(conflict, transaction) == nil
        let plan = canMerge ? try? MergePlan(of: view, with: owner, in: app, at: now) : nil
        let content = try ConflictTicket(identity, caller: change.caller, preview: plan, at: now, transaction)
        let expiresAt = now.addingTimeInterval(ConflictTicket.lifetime)
        try transaction.insert(try change.tools.flows.record(content, under: ticket, until: expiresAt))
        return .refused(
            AccountError(
                .credentialInUse, "the identity belongs to another account; resolve the conflict with the ticket"
            )
            .with(
                AccountError.IdentityConflict(
                    ticket: ticket, expiresIn: Int(ConflictTicket.lifetime), app: app, account: owner, merge: plan))
        )
    }
}

extension AccountError {
    /// The error for an identity that belongs to a disabled account. It contains no ticket, because the user can
    /// neither switch to a disabled account nor merge it.
    static let disabledConflict = AccountError(.credentialInUse, "the identity belongs to a disabled account")
}

extension ConflictChoice {
    fileprivate init?(_ policy: ConflictPolicy) {
        switch policy {
        case .fail: return nil
        case .keep: self = .keep
        case .switch: self = .switch
        case .merge: self = .merge
        }
    }
}
