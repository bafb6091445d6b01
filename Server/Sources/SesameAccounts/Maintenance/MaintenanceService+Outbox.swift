extension MaintenanceService {
    /// Returns the state of the outbox, for metrics. Counts only the 100,000 oldest jobs. This is not a scan, because
    /// metrics must not wait behind lists.
    package func outbox() async throws(AccountError) -> OutboxState {
        try await read { reader throws(StorageError) in try reader.outbox(limit: 100_000) }
    }
}
