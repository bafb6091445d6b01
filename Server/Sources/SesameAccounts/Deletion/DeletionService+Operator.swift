extension DeletionService {
    /// Deletes an account with all its data on behalf of the operator. The effects are those of a deletion by the user,
    /// but no recent sign-in is needed. Throws if there is no such account.
    package func delete(
        _ id: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) -> DeletionReceipt {
        let now = environment.now
        let deletion = try await write { [self] transaction throws(StorageError) -> Deletion? in
            guard let view = try transaction.view(of: id, in: app) else { return nil }
            return try delete(view, at: now, context: context, transaction)
        }
        guard let deletion else { throw .noSuchAccount }
        return try await complete(deletion)
    }
}
