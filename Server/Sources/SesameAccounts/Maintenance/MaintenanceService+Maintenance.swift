package import Foundation

extension MaintenanceService {
    /// The queues of the background jobs of all services except the guest clean-up, by kind.
    package var queues: [JobKind: JobQueue] {
        [
            .purge: JobQueue { [self] _ in try await purge() },
            .rotateKeys: JobQueue { [self] _ in
                try await keys.maintain()
                try await firebase?.keys?.maintain()
            },
            // Revocations and the code exchanges of sign-ins share an HTTP client with eight transfers.
            .revokeConsent: JobQueue(width: 2) { [self] job in try await providers.revokeConsent(job) },
            .sendPush: .service { [self] job in try await push.deliverPush(job) },
            // A mail client has two threads.
            .sendEmail: .service(width: 2) { [self] job in try await messages.deliverMessage(job) },
            .sendSMS: .service { [self] job in try await messages.deliverMessage(job) },
            .deliverWebhook: .service(width: Webhooks.width) { [self] job in try await events.deliverWebhook(job) },
        ]
    }

    /// The seconds between two runs of each recurring job: ten minutes.
    package static let maintenanceIntervals: [JobKind: TimeInterval] = [.purge: 600, .rotateKeys: 600]

    /// Removes expired data in bounded steps that do not block requests, and writes the pending entries of the deletion
    /// journal. Does nothing while the clock is in doubt.
    func purge() async throws(StorageError) {
        guard let now = environment.trustedNow else { return }
        try await noteUse()
        let terms = PurgeCutoffs(
            expiredBefore: now, sessionsBefore: now.addingTimeInterval(-30 * 86_400),
            eventsBefore: now.addingTimeInterval(-eventLife),
            tombstonesBefore: now.addingTimeInterval(-Tombstone.retention))
        var isMore = true
        while isMore, !Task.isCancelled {
            isMore = try await storage.write { transaction throws(StorageError) in
                try transaction.purge(terms, limit: 500)
            }
        }
        try await journal?.append([] as [Tombstone])
        await journal?.compact(forgettingBefore: terms.tombstonesBefore)
    }
}
