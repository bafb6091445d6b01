import Logging
import SesameAccounts

extension Logger {
    /// Logs the number of accounts that were deleted again or signed out again because the deletion journal says so,
    /// and the number of deletions that were added to the journal. Logs nothing for zero.
    func reconciled(_ outcome: JournalReplayResult) {
        if outcome.deleted > 0 {
            notice(
                "accounts deleted after the backup were deleted again",
                metadata: ["accounts": .stringConvertible(outcome.deleted)])
        }
        if outcome.signedOut > 0 {
            notice(
                "sessions that ended after the backup were ended again",
                metadata: ["accounts": .stringConvertible(outcome.signedOut)])
        }
        if outcome.waiting > 0 {
            error(
                "deletions wait until the deletion journal can be written",
                metadata: ["deletions": .stringConvertible(outcome.waiting)])
        }
        if outcome.noted > 0 {
            notice(
                "deletions added to the deletion journal", metadata: ["deletions": .stringConvertible(outcome.noted)])
        }
    }

    /// Logs that the server starts although it can write nothing.
    func startedWithoutWriting(_ reason: String) {
        error(
            "storage cannot be written: requests that only read succeed, others are rejected until there is space",
            metadata: ["reason": .string(reason)])
    }

    /// Logs that the clock is no longer trusted, or is trusted again.
    func clock(isTrusted: Bool) {
        if isTrusted { return notice("the clock is trusted again") }
        warning(
            """
            the clock is in doubt: it has jumped by more than an hour, or is more than an hour behind the last use of \
            the data. Nothing is removed by age until it is trusted again. If it is correct now, restart the server
            """)
    }

    /// Logs that an interrupted restore has been completed, and where the previous database is.
    func completedRestore(_ previous: String) {
        notice("an interrupted restore was completed", metadata: ["previous": .string(previous)])
    }

    /// Logs that a part of the database is damaged.
    func damage(_ reason: String) {
        error(
            "the database is damaged; restore a backup, or see docs/operations/reliability.md",
            metadata: ["reason": .string(reason)])
    }

    /// Logs that an SMS provider is configured, but no country to which texts may be sent.
    func noteThatNoTextIsSent() {
        warning("no SMS is sent: list the countries of your users in 'texts.countries', such as [\"+33\"]")
    }

    /// Logs how many idle guests a clean-up removed, or would remove in a dry run, in one app.
    func cleanedUp(_ outcome: GuestCleanup.Outcome) {
        notice(
            outcome.mode == .dryRun ? "idle guests would be removed" : "idle guests removed",
            metadata: [
                "app": .string(outcome.app.description), "guests": .stringConvertible(outcome.guests),
                "idle": .stringConvertible(outcome.idle), "removed": .stringConvertible(outcome.removed),
            ])
    }
}
