import Foundation
import SesameCore
import SesameWire

/// A verifier that checks a presented second factor, and uses it up.
struct SecondFactorVerifier: Sendable {
    let factors: SecondFactorCipher
    let codes: OneTimeCodeCipher
    let presented: SecondFactorInput
    let now: Date
    let context: RequestContext

    /// Checks the presented code, and returns the second factor or recovery code that was verified; nil if the code is
    /// wrong. The transaction must be committed in both cases: a correct code is used up, and a wrong code for a phone
    /// is counted.
    func run(
        for account: AccountID, in app: AppID, _ transaction: any StorageTransaction
    ) throws(StorageError) -> VerifiedFactor? {
        switch presented {
        case .recoveryCode(let code): return try use(code, of: account, in: app, transaction)
        case .code(let code, let id):
            for factor in try transaction.secondFactors(of: account, in: app)
            where id.map(factor.id.hasSameBytes) ?? true {
                if try use(code, of: factor, transaction) { return VerifiedFactor(factor) }
            }
            return nil
        }
    }

    private func use(
        _ code: Secret, of factor: SecondFactor, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        switch factor.credential {
        case .totp(let sealed, let last):
            let secret = try factors.open(sealed, of: factor)
            guard let step = secret.step(of: code, at: now, after: last) else { return false }
            var used = factor
            used.credential = .totp(sealed: sealed, lastStep: step)
            try transaction.put(used)
            return true
        case .phone(let number):
            return try spend(code, sentTo: number, of: factor.account, in: factor.app, transaction)
        }
    }

    /// Uses up a code that was sent to a phone for the account; returns false if the code is wrong.
    func spend(
        _ code: Secret, sentTo number: PhoneNumber, of account: AccountID, in app: AppID,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        let receiver = CodeContent.recipient(number.description, of: account.description)
        let redemption = CodeRedemption(
            cipher: codes, app: app, presented: .digits(code, .secondFactor, .phone, receiver), now: now)
        return try redemption.spend(for: [.secondFactor], transaction) != nil
    }

    private func use(
        _ code: Secret, of account: AccountID, in app: AppID, _ transaction: any StorageTransaction
    ) throws(StorageError) -> VerifiedFactor? {
        guard var kept = try transaction.countingRecoveryCodes(of: account, in: app, at: now),
            kept.use(factors.digest(of: code, account, in: app))
        else { return nil }
        try transaction.put(kept)
        try transaction.insert(
            SecurityEvent(kind: .recoveryCodeUsed, app: app, account: account, session: nil, at: now, context: context))
        return VerifiedFactor(kind: .recoveryCode, id: nil)
    }
}

extension SecondFactorVerifier {
    /// Completes the pending sign-in of a session, which becomes usable. Returns a failure if the session is not
    /// pending, the account is disabled, or the second factor is wrong.
    func end(
        _ id: SessionID, in app: App, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<SignInOutcome, AccountError> {
        guard var session = try transaction.session(id), session.app == app.id, session.isPendingSecondFactor(at: now),
            let view = try transaction.view(of: session.account, in: app.id)
        else { return .failure(.unknownFactorTicket) }
        if let refusal = view.account.refusal(ofSignInAs: nil) { return .failure(refusal) }
        guard let shown = try run(for: session.account, in: app.id, transaction) else { return .failure(.wrongFactor) }
        try transaction.enforceSessionLimit(for: session.account, in: app, at: now, context: context)
        session.show(shown, app.sessions, at: now)
        try transaction.update(session)
        try transaction.insert(
            SecurityEvent(
                kind: .signedIn, app: app.id, account: session.account, session: id, at: now, context: context,
                detail: session.method.rawValue))
        var account = view.account
        account.lastSignInAt = max(session.createdAt, account.lastSignInAt)
        return .success(.signedIn(SignIn(view: view.with(account), session: session, isNew: false)))
    }
}

extension SecondFactorService {
    func check(_ presented: SecondFactorInput, context: RequestContext) -> SecondFactorVerifier {
        SecondFactorVerifier(
            factors: factors, codes: oneTimeCodes, presented: presented, now: environment.now, context: context)
    }

    /// Runs a check of an account's second factor in a transaction. After failures, further checks are throttled, like
    /// those of passwords.
    func presentingFactor<Value: Sendable>(
        of account: AccountID, in app: App, context: RequestContext,
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result<Value, AccountError>
    ) async throws(AccountError) -> Value {
        try await codes.guessing(of: "second factor of \(account)", in: app.id, context: context) {
            () throws(AccountError) in
            try await write(body)
        }
    }

    /// Sends a second-factor code to a phone of an account. Requests from a known device of the account's email address
    /// have their own rate limit.
    func sendSecondFactorCode(_ order: OneTimeCodeRequest, in app: App, context: RequestContext)
        async throws(AccountError)
    {
        var email: String?
        if context.device != nil, let account = order.account {
            email = try await directory.account(account, in: app.id).login(.email)?.name
        }
        try await codes.sendSecondFactorCode(order, knownBy: email, of: app, context: context)
    }
}

extension AccountError {
    /// The refusal of a code that is wrong, expired or used, or that matches no factor of the account.
    static let wrongFactor = AccountError(.invalidCredentials, "the code is wrong, already used or expired")
    /// The refusal of a confirmation without the second factor, for an account that has one.
    static let showFactor = AccountError(.secondFactorRequired, "confirm with the second factor")
    static let noSuchFactor = AccountError(.notFound, "the account has no such second factor")
}
