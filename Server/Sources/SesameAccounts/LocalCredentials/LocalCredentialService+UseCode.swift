package import SesameCore

extension LocalCredentialService {
    /// Sets a new password with an emailed code. All sessions of the account end. If the password is refused, the code
    /// remains valid. An unclaimed address on an account with other sign-in methods is removed from that account. The
    /// owner of the address then gets a new account with the password, if the app has implicit sign-up and no roles.
    ///
    /// - Returns: The address that received the code.
    package func resetPassword(
        with presented: PresentedCode, to password: Secret, of app: App, context: RequestContext
    ) async throws(AccountError) -> EmailAddress {
        let content = try await codes.checkCode(presented, of: app, context: context)
        guard content.purpose == .resetPassword, let email = EmailAddress(content.name) else { throw .unknownCode }
        let owner = try await passwordOwner(email, of: content.account, in: app)
        let hash = try await newHash(of: password, for: owner, in: app)
        let (claim, notices) = (claim(in: app, context: context), codes.notices)
        let id = AccountID(environment.randomID())
        try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<Void, AccountError> in
            guard let content = try redemption.spend(for: [.resetPassword], transaction),
                let known = try transaction.login(.email, name: content.name, in: app.id),
                known.account == content.account
            else { return .failure(.unknownCode) }
            if try !transaction.givesUp(known, claim.codes, at: claim.now),
                let refusal = try transaction.account(known.account, in: app.id)?.refusal(ofSignInAs: nil)
            {
                return .failure(refusal)
            }
            guard let claimed = try claim.claim(known, transaction) else {
                guard app.signUp == .implicit, app.roles.isEmpty else { return .success(()) }
                let account = NewAccount(
                    verified: known.name, .email, password: hash, id: id, app: app, at: claim.now)
                _ = try account.insert(transaction, at: claim.now, context: context)
                return .success(())
            }
            var login = try claim.prove(claimed, transaction)
            login.password = hash
            login.passwordChangedAt = claim.now
            try transaction.update(login)
            try transaction.endAll(of: login.account, in: app.id, at: claim.now)
            try transaction.note(.passwordChanged, login, at: claim.now, context: context)
            try notices?.tell(.passwordChanged, login, of: app, at: claim.now, transaction)
            return .success(())
        }
        limiter?.noteRightGuess(of: email.description, in: app.id, from: context.client)
        return email
    }

    /// Signs in with a code, and creates the account if the app allows sign-ins to do so.
    ///
    /// - Parameters:
    ///   - whom: The users whom the code may sign in. Other users are refused, and the code remains valid.
    ///   - role: The requested role; nil for any. An account with another role is refused, and the code remains valid.
    package func signIn(
        with presented: PresentedCode, to app: App, for whom: CodeSignInPolicy = .everybody, as role: String? = nil,
        context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let method = presented.method
        return try await observed(app.id, method) { () async throws(AccountError) in
            try limiter?.admitCredential(of: app.id, from: context.client)
            let now = environment.now
            let (session, id) = (newSession(), AccountID(environment.randomID()))
            let claim = claim(in: app, context: context)
            let handle = app.takesClientsIDs ? presented.handle : nil
            let wanted = handle.map { (id: $0, tombstone: tombstones.digest(of: $0, in: app.id)) }
            let outcome = try await codes.presenting(presented, of: app, context: context) {
                redemption, transaction throws(StorageError) -> Result<SignInOutcome, AccountError> in
                guard let (code, content) = try redemption.find(for: [.signIn], transaction) else {
                    return .failure(.unknownCode)
                }
                let known = try transaction.login(content.kind, name: content.name, in: app.id)
                if let owner = content.account, let known, known.account != owner { return .failure(.unknownCode) }
                if whom == .known, known == nil {
                    return .failure(AccountError(.accountNotFound, "no account has this email address or phone number"))
                }
                // An unclaimed account belongs to the mailbox's owner, whatever its role.
                if let role, let known, known.isClaimed,
                    let account = try transaction.account(known.account, in: app.id),
                    let refusal = account.refusal(ofSignInAs: role)
                {
                    return .failure(refusal)
                }
                try transaction.deleteCode(inSlot: code.lookupKey)
                let claimed: LocalCredential? = if let known { try claim.claim(known, transaction) } else { nil }
                guard let login = claimed else {
                    guard content.account == nil || known != nil, app.allowsSignUp(by: content.kind) else {
                        return .failure(.unknownCode)
                    }
                    let id = try transaction.isFree(wanted, in: app.id) ?? id
                    let registration = CredentialRegistration(
                        account: NewAccount(verified: content.name, content.kind, id: id, app: app, at: now),
                        method: content.kind.codeMethod, session: session, now: now, context: context)
                    return .success(try registration.run(transaction))
                }
                if let refusal = try transaction.account(login.account, in: app.id)?.refusal(ofSignInAs: nil) {
                    return .failure(refusal)
                }
                try transaction.update(try claim.prove(login, transaction))
                let attempt = LocalSignInTransaction(
                    app: app, kind: content.kind, name: content.name, method: content.kind.codeMethod, role: role,
                    session: session, now: now, context: context)
                return .success(try attempt.run(transaction))
            }
            return try sessions.signIn(from: outcome)
        }
    }

    func claim(in app: App, context: RequestContext) -> FirstVerification {
        FirstVerification(codes: oneTimeCodes, app: app, now: environment.now, context: context)
    }
}

/// The users that a code may sign in.
package enum CodeSignInPolicy: Sendable {
    /// All users, including new ones.
    case everybody
    /// Only users with an account.
    case known
}

extension PresentedCode {
    /// The sign-in method of the code; email link if an id was presented that may belong to an emailed or a texted
    /// code.
    fileprivate var method: AuthenticationMethod {
        switch self {
        case .link: .emailLink
        case .digits(_, _, let kind, _): kind.codeMethod
        case .handle(_, _, _, let kinds): (kinds.count == 1 ? kinds.first : nil)?.codeMethod ?? .emailLink
        }
    }

    /// The id that the client chose for a new account, if the code creates one; nil if it chose none.
    fileprivate var handle: AccountID? {
        if case .handle(let handle, _, _, _) = self { AccountID(handle) } else { nil }
    }
}

extension StorageReader {
    /// Returns the id that the client requested; nil if it requested none, or the id is or recently was in use.
    fileprivate func isFree(
        _ wanted: (id: AccountID, tombstone: [UInt8])?, in app: AppID
    ) throws(StorageError) -> AccountID? {
        guard let wanted, try account(wanted.id, in: app) == nil, try !hasTombstone(wanted.tombstone) else {
            return nil
        }
        return wanted.id
    }
}
