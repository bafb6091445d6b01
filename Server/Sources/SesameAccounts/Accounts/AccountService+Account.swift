package import SesameCore

extension AccountService {
    /// Returns the account of the access token; see ``SessionService/authenticate(_:app:apps:)``.
    package func account(
        ofBearer token: Secret, app: App?, apps: AppDirectory
    ) async throws(AccountError) -> AccountRecord {
        let view = try await sessions.authenticate(token, app: app, apps: apps) {
            reader, session throws(StorageError) in
            try reader.view(of: session.account, in: session.app)
        }.value
        guard let view else { throw .deleted }
        return view
    }
}
