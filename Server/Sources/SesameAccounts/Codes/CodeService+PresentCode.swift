import SesameCore

extension CodeService {
    /// Returns a code's purpose without using it up.
    package func checkCode(
        _ presented: PresentedCode, of app: App, context: RequestContext
    ) async throws(Refusal) -> CodeContent {
        try await presenting(presented, of: app, context: context) { redemption, transaction throws(StorageError) in
            guard let found = try redemption.find(for: CodePurpose.ofLogins, transaction) else {
                return .failure(.unknownCode)
            }
            return .success(found.content)
        }
    }

    /// Presents a code in a transaction, slowed down after wrong ones.
    func presenting<Value: Sendable>(
        _ presented: PresentedCode, of app: App, context: RequestContext,
        _ body:
            @escaping @Sendable (
                CodeRedemption, any StorageTransaction
            ) throws(StorageError) -> Result<Value, Refusal>
    ) async throws(Refusal) -> Value {
        let redemption = CodeRedemption(safe: oneTimeCodes, app: app.id, presented: presented, now: environment.now)
        // In an app without passwords undo links are the only codes, and nobody guesses one.
        let hasCodes = app.passwords != nil
        guard !app.privacy.isPseudonymous, hasCodes || presented.isLink else { throw .noPasswords }
        do throws(Refusal) {
            return try await guessing(of: try await guessed(redemption), in: app.id, context: context) {
                () throws(Refusal) in
                try await write { transaction throws(StorageError) in try body(redemption, transaction) }
            }
        } catch {
            throw error.code == .ticketExpired && !hasCodes ? .noPasswords : error
        }
    }

    /// Returns the name whose code the presented one could be a guess at; nil if there is nothing to guess. Nobody guesses
    /// 128 bits. Where no code waits, strangers would only make the person wait who asks for the next one.
    private func guessed(_ redemption: CodeRedemption) async throws(Refusal) -> String? {
        switch redemption.presented {
        case .link: return nil
        case .handle(_, let secret, _, _) where CodeForm.isLink(secret): return nil
        case .digits, .handle: return try await read { reader throws(StorageError) in try redemption.name(of: reader) }
        }
    }

    /// Returns whether a code waits to come back like this. The answer does not tell whether its address has an account.
    package func awaitsCode(_ presented: PresentedCode, of app: App) async throws(Refusal) -> Bool {
        let redemption = CodeRedemption(safe: oneTimeCodes, app: app.id, presented: presented, now: environment.now)
        return try await read { reader throws(StorageError) in try redemption.name(of: reader) } != nil
    }
}
