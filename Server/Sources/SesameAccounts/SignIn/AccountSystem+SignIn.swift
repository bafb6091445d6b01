public import Foundation
import SesameCore
import SesameTokens

extension AccountSystem {
    /// Signs in with a provider's ID token.
    ///
    /// With a nonce, the nonce is spent. Without one, the token is good for one sign-in; repeated within
    /// ``UsedToken/grace`` while the session is unused, it answers with the same session.
    ///
    /// - Parameters:
    ///   - role: The role that the person signs in for, if the client says so; another one is refused.
    ///   - accessLife: The access token's life in seconds, where a contract has its own.
    public func signIn(
        with credential: ProviderCredential, to app: App, role: String? = nil, accessLife: TimeInterval? = nil,
        context: RequestContext
    ) async throws(Refusal) -> SignInResult {
        let verified = try await verify(credential, for: app)
        let now = environment.now
        let attempt = SignInAttempt(
            app: app, provider: credential.provider, verified: verified, nonce: credential.nonce, role: role,
            session: SessionID(environment.randomID()), newAccount: AccountID(environment.randomID()),
            ticket: Secret(RegistrationTicket.prefix + Base64URL.encode(environment.randomBytes(32))), now: now,
            context: context)
        let outcome = try await write { transaction throws(StorageError) in try attempt.run(transaction) }
        switch outcome {
        case .refused(let refusal): throw refusal
        case .signedIn(let view, let session, let isNew):
            let tokens = try issuer.tokens(for: session, accessLife: accessLife ?? app.sessions.accessLife, at: now)
            return SignInResult(view: view, tokens: tokens, isNewUser: isNew)
        }
    }
}

/// One sign-in with a verified identity: the rules, in one transaction.
struct SignInAttempt: Sendable {
    let app: App
    let provider: Provider
    let verified: VerifiedIdentity
    let nonce: Secret?
    let role: String?
    let session: SessionID
    let newAccount: AccountID
    let ticket: Secret
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        if let nonce {
            guard try transaction.spendChallenge(nonce, for: app.id, at: now) else {
                return .refused(Refusal(.invalidNonce, "the nonce is unknown, used or expired"))
            }
        } else if let used = try transaction.usedToken(verified.tokenDigest, in: app.id) {
            return try repeated(used, transaction)
        }
        guard let identity = try transaction.identity(provider, subject: verified.subject, in: app.id) else {
            return try register(transaction)
        }
        return try signIn(identity, transaction)
    }

    /// A second use of a token without a nonce: the answer of the first was lost, or somebody else has the token.
    private func repeated(
        _ used: UsedToken, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        guard now.timeIntervalSince(used.usedAt) <= UsedToken.grace,
            let session = try transaction.session(used.session), session.isLive(at: now),
            session.generation == 0, session.acknowledged < 0,
            let view = try transaction.view(of: session.account, in: app.id)
        else { return .refused(Refusal(.invalidToken, "the token was used before")) }
        if let refusal = refusal(for: view.account) { return .refused(refusal) }
        return .signedIn(view, session, isNew: false)
    }

    private func signIn(
        _ identity: Identity, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome {
        guard var account = try transaction.account(identity.account, in: app.id) else {
            throw .corrupt("an identity without an account")
        }
        if let refusal = refusal(for: account) { return .refused(refusal) }
        let claims = IdentityClaims(verified).keeping(identity.claims)
        if claims != identity.claims {
            var changed = identity
            changed.claims = claims
            try transaction.update(changed)
        }
        account.lastSignInAt = max(now, account.lastSignInAt)
        try transaction.update(account)
        let identities = try transaction.identities(of: account.id, in: app.id)
        return .signedIn(
            AccountView(account: account, identities: identities), try begin(for: account.id, transaction),
            isNew: false)
    }

    private func refusal(for account: Account) -> Refusal? {
        if account.disabledAt != nil { return Refusal(.userDisabled, "the account is disabled") }
        if let role, account.role != role {
            return Refusal(.roleMismatch, "the account has another role than the one asked for", field: "role")
        }
        return nil
    }

    private func register(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let claims = IdentityClaims(verified)
        if app.signUp == .explicit {
            try transaction.insert(
                RegistrationTicket(
                    digest: digest(ticket.exposed.utf8), app: app.id, provider: provider, subject: verified.subject,
                    claims: claims, expiresAt: now.addingTimeInterval(RegistrationTicket.life)))
            var refusal = Refusal(.accountNotFound, "the identity has no account; register with the ticket")
            refusal.registration = .init(
                ticket: ticket, expiresIn: Int(RegistrationTicket.life), claims: claims)
            return .refused(refusal)
        }
        let registration = NewAccount(
            id: newAccount, app: app.id, role: nil, profile: [:],
            identity: .init(provider: provider, subject: verified.subject, claims: claims))
        let view = try registration.insert(transaction, at: now, context: context)
        return .signedIn(view, try begin(for: newAccount, transaction), isNew: true)
    }

    private func begin(
        for account: AccountID, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Session {
        let session = try transaction.beginSession(
            session, for: account, in: app, method: SignInMethod(provider), at: now, context: context)
        if nonce == nil {
            try transaction.insert(
                UsedToken(
                    digest: verified.tokenDigest, app: app.id, session: session.id, usedAt: now,
                    expiresAt: verified.expiresAt))
        }
        return session
    }
}

extension IdentityClaims {
    init(_ verified: VerifiedIdentity) {
        self.init(
            email: verified.email, emailVerified: verified.emailVerified, isPrivateEmail: verified.isPrivateEmail,
            givenName: verified.givenName, familyName: verified.familyName, displayName: verified.displayName,
            photoURL: verified.photoURL)
    }
}
