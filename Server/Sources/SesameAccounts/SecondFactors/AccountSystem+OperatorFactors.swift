import SesameCore

extension AccountSystem {
    /// How many recovery codes of an account were not used, for the operator.
    public func recoveryCodesLeft(of account: AccountID, in app: AppID) async throws(Refusal) -> Int {
        try await read { reader throws(StorageError) in
            try reader.recoveryCodes(of: account, in: app)?.digests.count ?? 0
        }
    }
}
