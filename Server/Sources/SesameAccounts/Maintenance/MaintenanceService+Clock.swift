extension MaintenanceService {
    /// True if the server's clock is plausible; see ``TrustedClock``.
    package var clockIsTrusted: Bool { environment.trustedNow != nil }

    /// Saves the current time as the last use of the data, at the start and with every cleanup: at the next start, a
    /// clock that is behind this time is wrong. The time of a clock in doubt is not saved.
    package func noteUse() async throws(StorageError) {
        guard let time = environment.settleClock() else { return }
        try await storage.write { transaction throws(StorageError) in try transaction.noteUse(at: time) }
    }
}
