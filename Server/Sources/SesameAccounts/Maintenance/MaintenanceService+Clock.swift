extension MaintenanceService {
    /// True if the server's clock is plausible; see ``TrustedClock``.
    package var clockIsTrusted: Bool { environment.trustedNow != nil }

    /// Saves the current time as the last use of the data, unless the clock is in doubt. Called at the start and with
    /// every cleanup. A clock that is behind the saved time at the next start is in doubt.
    package func noteUse() async throws(StorageError) {
        guard let time = environment.settleClock() else { return }
        try await storage.write { transaction throws(StorageError) in try transaction.noteUse(at: time) }
    }
}
