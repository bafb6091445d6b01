import SesameCore

extension CodeService {
    /// Returns a code's content without consuming the code. Throws `ticket_expired` if the code is not valid.
    package func checkCode(
        _ presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(AccountError) -> CodeContent {
        try await presenting(presented, of: app, context: context) { redemption, transaction throws(StorageError) in
            guard let found = try redemption.find(for: CodePurpose.ofCredentials, transaction) else {
                return .failure(.unknownCode)
            }
            return .success(found.content)
        }
    }

    /// Runs `body` in a transaction to redeem a code, throttled after wrong attempts. Throws if the app does not offer
    /// codes.
    func presenting<Value: Sendable>(
        _ presented: PresentedCode, of app: App, context: RequestContext,
        _ body:
            @escaping @Sendable (
                CodeRedemption, any StorageTransaction
            ) throws(StorageError) -> Result<Value, AccountError>
    ) async throws(AccountError) -> Value {
        let redemption = CodeRedemption(cipher: oneTimeCodes, app: app.id, presented: presented, now: environment.now)
        // An app without passwords has only undo links as codes, which cannot be guessed.
        let hasCodes = app.passwords != nil
        guard !app.privacy.isPseudonymous, hasCodes || presented.isLink else { throw .noPasswords }
        do throws(AccountError) {
            return try await guessing(of: try await guessed(redemption), in: app.id, context: context) {
                () throws(AccountError) in
                try await write { transaction throws(StorageError) in try body(redemption, transaction) }
            }
        } catch {
            throw error.code == .ticketExpired && !hasCodes ? .noPasswords : error
        }
    }

    /// Returns the address or number whose code the caller may be guessing; nil for a link, whose 128 bits cannot be
    /// guessed, and if no code is pending: a throttle would then only let strangers delay the user's next request.
    private func guessed(_ redemption: CodeRedemption) async throws(AccountError) -> String? {
        switch redemption.presented {
        case .link: return nil
        case .handle(_, let secret, _, _) where CodeForm.isLink(secret): return nil
        case .digits, .handle: return try await read { reader throws(StorageError) in try redemption.name(of: reader) }
        }
    }

    /// Returns true if a code is pending for the presented recipient or id. The result does not reveal whether the
    /// recipient has an account, because decoy codes are pending as well.
    package func hasPendingCode(_ presented: PresentedCode, of app: App) async throws(AccountError) -> Bool {
        let redemption = CodeRedemption(cipher: oneTimeCodes, app: app.id, presented: presented, now: environment.now)
        return try await read { reader throws(StorageError) in try redemption.name(of: reader) } != nil
    }
}
