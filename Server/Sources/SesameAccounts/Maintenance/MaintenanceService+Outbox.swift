extension MaintenanceService {
    /// Returns the state of the outbox, for metrics.
    package func outbox() async throws(AccountError) -> OutboxState {
        try await read { reader throws(StorageError) in try reader.outbox(limit: 100_000) }
    }
}
