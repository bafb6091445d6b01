import Foundation
import SesameCore

extension SignInService {
    /// Signs in with a provider's ID token.
    ///
    /// The nonce is used up, and the token is valid for this one sign-in. For clients that use no nonce of this server,
    /// a repeated request within ``UsedToken/grace`` gets the same session, as long as the session is unused.
    ///
    /// - Parameter role: The requested role; nil for any. An account with another role is refused.
    package func signIn(
        with credential: ProviderCredential, to app: App, role: String? = nil, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        try await observed(app.id, AuthenticationMethod(credential.provider)) { () async throws(AccountError) in
            try await exchange(credential, for: app, role: role, context: context)
        }
    }

    private func exchange(
        _ credential: ProviderCredential, for app: App, role: String?, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let verified = try await providers.verify(credential, for: app, context: context)
        var attempt = SignInTransaction(
            app: app, provider: credential.provider, verified: verified.identity, proof: verified.proof, role: role,
            session: newSession(), newAccount: AccountIDEntropy(environment),
            ticket: RegistrationTicket.secret(for: verified.identity, app: app.id, key: ticketKey),
            cipher: providerTokens, codes: oneTimeCodes, notices: codes.notices, now: environment.now, context: context)
        attempt.token = verified.token
        let outcome = try await write { [attempt, environment] transaction throws(StorageError) in
            // The time is read here, because concurrent uses of one token may arrive in any order.
            var attempt = attempt
            attempt.now = environment.now
            return try attempt.run(transaction)
        }
        return try sessions.signIn(from: outcome)
    }
}

/// A transaction that signs in with a verified identity: it checks for replays and disabled accounts, links or
/// registers the identity if necessary, and begins the session.
struct SignInTransaction: Sendable {
    let app: App
    let provider: Provider
    let verified: FilteredIdentity
    let proof: SingleUseProof
    let role: String?
    let session: SessionSeed
    let newAccount: AccountIDEntropy
    let ticket: Secret
    let cipher: ProviderTokenCipher
    let codes: OneTimeCodeCipher
    let notices: Notices?
    var now: Date
    let context: RequestContext
    /// The encrypted refresh token from the exchange of the credential's code; nil if there is none.
    var token: SealedProviderToken?
    /// True if the session begins at once; false only reserves its id until a client redeems its code.
    var beginsSession = true

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let outcome = try decide(transaction)
        if case .refused = outcome { try transaction.abandon(token, at: now) }
        return outcome
    }

    private func decide(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        switch try proof.spend(verified, in: app.id, at: now, transaction) {
        case .refused(let refusal): return .refused(refusal)
        case .repetition(let used): return try repeated(used, transaction)
        case .fresh: break
        }
        guard let identity = try transaction.identity(provider, verified.subject, in: app.id) else {
            return try register(transaction)
        }
        return try signIn(identity, transaction)
    }

    /// Handles a second use of a token, which is a retry after a lost response or a replay by another party. The
    /// outcome is the session of the first use if that session is still unused; otherwise a refusal.
    private func repeated(
        _ used: UsedToken, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        guard let session = try transaction.session(used.session), session.isOpen(at: now),
            session.generation == 0, session.acknowledgedGeneration < 0,
            let view = try transaction.view(of: session.account, in: app.id)
        else { return .refused(.usedToken) }
        if let refusal = refusal(for: view.account) { return .refused(refusal) }
        switch session.secondFactor {
        case .notRequired: return .signedIn(SignIn(view: view, session: session, isNew: false))
        case .pending: return .awaiting(try transaction.pending(session))
        // The session belongs to the client that presented the factor, so the first factor alone no longer gives access
        // to it.
        case .verified: return .refused(.usedToken)
        }
    }

    private func signIn(
        _ identity: Identity, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        guard var account = try transaction.account(identity.account, in: app.id) else {
            throw .corrupt("an identity has no account")
        }
        if let refusal = refusal(for: account) { return .refused(refusal) }
        guard !identity.status.isDisabled else { return .refused(.disabledByProvider) }
        let identity = try transaction.renew(identity, as: verified.subject, cipher)
        let claims = verified.claims.keeping(identity.claims).named(verified.statedName)
        let address = claims.linkableEmail(of: identity.subject, at: provider, in: app)
        if claims != identity.claims || address != identity.linkableEmail {
            var changed = identity
            changed.claims = claims
            changed.linkableEmail = address
            try transaction.update(changed)
        }
        if let token { try transaction.put(token) }
        account.lastSignInAt = max(now, account.lastSignInAt)
        // A new session itself contains the time of sign-in, so the account needs no update.
        if !beginsSession { try transaction.update(account) }
        let view = AccountRecord(
            account: account, identities: try transaction.identities(of: account.id, in: app.id),
            logins: try transaction.logins(of: account.id, in: app.id),
            factors: try transaction.secondFactors(of: account.id, in: app.id))
        return try begin(view, isNew: false, transaction)
    }

    private func refusal(for account: Account) -> AccountError? { account.refusal(ofSignInAs: role) }

    private func register(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let claims = verified.claims.named(verified.statedName)
        if let awaited = try awaitedIdentity(claims, transaction) {
            return try signIn(try fulfill(awaited, claims, transaction), transaction)
        }
        if let view = try accountToJoin(claims, transaction) { return try join(view, claims, transaction) }
        if let outcome = try joinOnlyAccount(claims, transaction) { return outcome }
        if app.signUp == .explicit {
            let expiresAt = try issueTicket(claims, transaction)
            let expiresIn = expiresAt.secondsSince1970 - now.secondsSince1970
            return .refused(
                AccountError(.accountNotFound, "the identity has no account; register with the ticket")
                    .with(AccountError.Registration(ticket: ticket, expiresIn: expiresIn, claims: claims)))
        }
        if let refusal = app.refusal(ofRole: role) { return .refused(refusal) }
        let id = app.privacy.accountID(of: verified.subject.current, at: provider, newAccount)
        let registration = NewAccount(
            id: id, app: app, role: role, profile: app.profile.newProfile(given: nil, claims: claims, at: now),
            identity: .init(provider: provider, subject: verified.subject.current, claims: claims))
        let view = try registration.insert(transaction, at: now, context: context)
        if let token { try transaction.put(token) }
        return try begin(view, isNew: true, transaction)
    }

    func join(
        _ view: AccountRecord, _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        if let refusal = refusal(for: view.account) { return .refused(refusal) }
        let identity = Identity(
            app: app.id, provider: provider, subject: verified.subject.current, account: view.account.id,
            claims: claims,
            linkableEmail: claims.linkableEmail(of: verified.subject.current, at: provider, in: app),
            createdAt: now)
        try transaction.insert(identity)
        try transaction.insert(
            SecurityEvent(
                kind: .identityLinked, app: app.id, account: view.account.id, session: nil, at: now,
                context: context, detail: provider.rawValue))
        try notices?.tellOfAddedMethod(to: view, of: app, at: now, transaction)
        return try signIn(identity, transaction)
    }

    /// Issues the registration ticket of a token. Repeated requests with the token get the same ticket.
    ///
    /// - Returns: The time at which the ticket expires.
    private func issueTicket(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Date {
        let digest = digest(ticket.exposed.utf8)
        let earlier = try transaction.ticket(digest)
        let isGood = earlier.map { now < $0.expiresAt } ?? false
        if let earlier, isGood, token == nil { return earlier.expiresAt }
        if earlier != nil { try transaction.deleteTicket(digest) }
        let expiresAt = isGood ? earlier?.expiresAt : nil
        let issued = RegistrationTicket(
            digest: digest, app: app.id, provider: provider, subject: verified.subject.current, claims: claims,
            token: token, expiresAt: expiresAt ?? now.addingTimeInterval(RegistrationTicket.lifetime))
        try transaction.insert(issued)
        return issued.expiresAt
    }

    private func begin(
        _ view: AccountRecord, isNew: Bool, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        let begun = try transaction.enter(
            session, for: view.account.id, in: app, method: AuthenticationMethod(provider), at: now, context: context,
            isKept: beginsSession)
        try transaction.insert(UsedToken(verified, app: app.id, session: begun.session.id, proof: proof, at: now))
        return try transaction.outcome(begun, of: view, isNew: isNew)
    }
}
