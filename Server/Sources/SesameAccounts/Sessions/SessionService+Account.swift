extension SessionService {
    package func account(of caller: Caller) async throws(AccountError) -> AccountRecord {
        let view = try await read { reader throws(StorageError) in
            try reader.view(of: caller.session.account, in: caller.app.id)
        }
        guard let view else { throw .deleted }
        return view
    }
}
