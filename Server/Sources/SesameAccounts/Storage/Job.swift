package import Foundation

/// A background job, stored in the same transaction as the change that requires it.
package struct Job: Sendable, Equatable {
    /// The number of the job's row; 0 for a job that is not stored yet.
    package let id: Int64
    package let kind: JobKind
    /// The service that performs the job, if a kind has several: an app for a push, a webhook, a provider. Jobs of each
    /// destination have a queue of their own.
    package let destination: String
    /// The key of the job. Storage keeps at most one job of a kind with the same key.
    package let key: String
    /// The parameters of the job, in a format that depends on its kind; empty for a kind without parameters.
    package let payload: [UInt8]
    package var dueAt: Date
    /// The number of failed attempts so far, which determines the delay before the next one.
    package var failures: Int

    package init(
        id: Int64 = 0, kind: JobKind, destination: String = "", key: String, payload: [UInt8] = [], dueAt: Date,
        failures: Int = 0
    ) {
        self.id = id
        self.kind = kind
        self.destination = destination
        self.key = key
        self.payload = payload
        self.dueAt = dueAt
        self.failures = failures
    }

    /// Returns the delay in seconds after a number of failures: 5 s, doubled each time, at most six hours. A random
    /// addition of up to a quarter spreads the retries of jobs that failed together.
    ///
    /// - Parameter chance: A random number from 0 to 1.
    static func delay(afterFailures failures: Int, chance: Double) -> TimeInterval {
        let base = min(5 * pow(2, Double(max(0, failures - 1))), 6 * 3600)
        return base * (1 + 0.25 * chance)
    }
}

/// The jobs of one kind for one destination, which are performed in the order of their due times.
package struct JobQueueID: Sendable, Hashable {
    package let kind: JobKind
    /// See ``Job/destination``.
    package let destination: String

    package init(_ kind: JobKind, destination: String = "") {
        self.kind = kind
        self.destination = destination
    }
}

/// A kind of background job, identified by its name in storage.
package struct JobKind: Sendable, Hashable, RawRepresentable {
    /// The name in storage.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The job that removes expired data, such as tickets, used tokens, ended sessions and old events.
    package static let purge = JobKind(rawValue: "purge")
    /// The job that revokes a user's consent at a provider, unless an identity uses the consent again.
    package static let revokeConsent = JobKind(rawValue: "revoke_consent")
    /// The job that sends a push notification to one recipient.
    package static let sendPush = JobKind(rawValue: "send_push")
    /// The job that sends an email to one user.
    package static let sendEmail = JobKind(rawValue: "send_email")
    /// The job that sends a text message to one user.
    package static let sendSMS = JobKind(rawValue: "send_sms")
    /// The job that removes the accounts of inactive guests.
    package static let cleanUpGuests = JobKind(rawValue: "clean_up_guests")
    /// The job that delivers one security event to one webhook.
    package static let deliverWebhook = JobKind(rawValue: "deliver_webhook")
    /// The job that creates, publishes and retires signing keys on schedule.
    package static let rotateKeys = JobKind(rawValue: "rotate_keys")
}
