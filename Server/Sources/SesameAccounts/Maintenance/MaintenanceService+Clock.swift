extension MaintenanceService {
    /// True if the server's clock is plausible; see ``TrustedClock``.
    package var clockIsTrusted: Bool { environment.trustedNow != nil }

    /// Notes that the data are used now, at the start and with every clean-up: a clock that is behind this time at the next
    /// start is wrong. A clock in doubt is not noted.
    package func noteUse() async throws(StorageError) {
        guard let time = environment.settleClock() else { return }
        try await storage.write { transaction throws(StorageError) in try transaction.noteUse(at: time) }
    }
}
