extension FirebaseProjectService {
    /// Deletes all accounts, tenants and settings of a project, or all accounts of a tenant. Third-party test suites
    /// call this between tests.
    package func clearEmulator(_ app: App, context: RequestContext) async throws(AccountError) {
        guard isEmulator else { throw .noFirebase }
        try await deleteAll(in: app, context: context)
        guard app.firebase?.tenant == nil else { return }
        while let tenant = try await firebaseTenants(of: app, after: nil, limit: 1).first?.tenant {
            try await deleteFirebaseTenant(tenant, of: app, context: context)
        }
        try await write { transaction throws(StorageError) in try transaction.deleteFirebaseUserPool(app.id) }
    }
}
