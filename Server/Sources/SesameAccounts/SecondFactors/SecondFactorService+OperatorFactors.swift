package import SesameCore

extension SecondFactorService {
    /// Returns the number of an account's unused recovery codes, for the operator; 0 if none are valid now.
    package func recoveryCodesLeft(of account: AccountID, in app: AppID) async throws(AccountError) -> Int {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            try reader.countingRecoveryCodes(of: account, in: app, at: now)?.digests.count ?? 0
        }
    }

    /// Creates recovery codes of an account for the app's back end, which passes them to the user. Codes of an account
    /// without a second factor become invalid after an hour if no second factor is added. Surfaces must require
    /// ``AdminScope/usersActAs``, because a recovery code passes for the user's second factor.
    ///
    /// - Returns: The codes, which cannot be shown again; nil if `making` is `first` and the account has codes already,
    ///   or `making` is `again` and it has none.
    package func generateRecoveryCodes(
        _ making: RecoveryCodes.Making, of account: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) -> [Secret]? {
        let now = environment.now
        let (codes, kept) = newRecoveryCodes(of: account, in: app, session: nil, at: now)
        let areMade = try await write { transaction throws(StorageError) in
            guard try transaction.account(account, in: app) != nil else { throw .refused(.noSuchAccount) }
            let areThere = try transaction.countingRecoveryCodes(of: account, in: app, at: now) != nil
            guard making == .anew || areThere == (making == .again) else { return false }
            try transaction.put(kept)
            try transaction.insert(
                SecurityEvent(
                    kind: .recoveryCodesMade, app: app, account: account, session: nil, at: now, context: context))
            return true
        }
        return areMade ? codes : nil
    }
}
