package import Foundation

/// Work that must happen, written in the same transaction as the change that asks for it.
package struct Job: Sendable, Equatable {
    /// The row's number; 0 before it is stored.
    package let id: Int64
    /// The kind of the job.
    package let kind: JobKind
    /// Two jobs of one kind with the same key are one job.
    package let key: String
    /// The parameters of the job.
    package let payload: [UInt8]
    /// The time at which it is due.
    package var dueAt: Date
    /// The number of its failures.
    package var failures: Int

    /// Makes a job.
    package init(id: Int64 = 0, kind: JobKind, key: String, payload: [UInt8] = [], dueAt: Date, failures: Int = 0) {
        self.id = id
        self.kind = kind
        self.key = key
        self.payload = payload
        self.dueAt = dueAt
        self.failures = failures
    }

    /// Returns the seconds to wait after so many failures: 5 s, doubled each time, at most six hours, and up to a
    /// quarter more at random so that what failed together is not tried together.
    static func delay(afterFailures failures: Int, chance: Double) -> TimeInterval {
        let base = min(5 * pow(2, Double(max(0, failures - 1))), 6 * 3600)
        return base * (1 + 0.25 * chance)
    }
}

/// The kind of a job, by name.
package struct JobKind: Sendable, Hashable, RawRepresentable {
    /// The name in storage.
    package let rawValue: String

    /// Takes a name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Removes what has expired: challenges, tickets, used tokens, ended sessions, old events.
    package static let purge = JobKind(rawValue: "purge")
    /// Takes back at a provider what a person consented to, once nothing stands on it.
    package static let revokeConsent = JobKind(rawValue: "revoke_consent")
    /// Sends a push to one receiver.
    package static let sendPush = JobKind(rawValue: "send_push")
    /// Sends a message to one person.
    package static let sendMessage = JobKind(rawValue: "send_message")
    /// Removes the accounts of guests who do not come back.
    package static let cleanUpGuests = JobKind(rawValue: "clean_up_guests")
    /// Tells one webhook of one security event.
    package static let deliverWebhook = JobKind(rawValue: "deliver_webhook")
    /// Makes, publishes and retires signing keys when their time has come.
    package static let rotateKeys = JobKind(rawValue: "rotate_keys")
}
