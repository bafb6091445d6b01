/// Methods that disable and enable accounts. The surface checks the caller's permission before each call.
extension OperatorService {
    /// Disables an account: in the same transaction, its sessions end and its devices are removed. Sign-ins are refused
    /// until it is enabled again. If the account is already disabled, nothing changes and no event is recorded.
    package func disable(
        _ id: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let now = environment.now
        return try await change(id, in: app, context: context, to: .accountDisabled) { account in
            guard account.disabledAt == nil else { return false }
            account.disabledAt = now
            return true
        }
    }

    /// Enables an account. Its former sessions stay ended.
    package func enable(
        _ id: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        try await change(id, in: app, context: context, to: .accountEnabled) { account in
            guard account.disabledAt != nil else { return false }
            account.disabledAt = nil
            return true
        }
    }

    private func change(
        _ id: AccountID, in app: AppID, context: RequestContext, to kind: SecurityEvent.Kind,
        _ apply: @escaping @Sendable (inout Account) -> Bool
    ) async throws(AccountError) -> AccountRecord {
        let now = environment.now
        let view = try await write { transaction throws(StorageError) -> AccountRecord? in
            guard let view = try transaction.view(of: id, in: app) else { return nil }
            var account = view.account
            guard apply(&account) else { return view }
            try transaction.update(account)
            if account.disabledAt != nil { try transaction.endAll(of: id, in: app, at: now) }
            try transaction.insert(
                SecurityEvent(kind: kind, app: app, account: id, session: nil, at: now, context: context))
            return view.with(account)
        }
        guard let view else { throw .noSuchAccount }
        return view
    }
}
