package import SesameCore

extension SecondFactorService {
    /// Returns the number of an account's unused recovery codes, for the operator.
    package func recoveryCodesLeft(of account: AccountID, in app: AppID) async throws(Refusal) -> Int {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            try reader.countingRecoveryCodes(of: account, in: app, at: now)?.digests.count ?? 0
        }
    }

    /// Makes recovery codes of an account for the app's back end, which hands them to its person. They may be there an
    /// hour before the factor that they stand in for, and open nothing until then. Whoever makes them can pass for who
    /// has them: the caller has to be somebody who may act in people's names.
    ///
    /// - Returns: The codes, which nobody can be shown again; nil where there are some already, or none to be replaced.
    package func makeRecoveryCodes(
        _ making: RecoveryCodes.Making, of account: AccountID, in app: AppID, context: RequestContext
    ) async throws(Refusal) -> [Secret]? {
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
