import Logging
import SesameAccounts

extension Logger {
    /// Logs the accounts that the deletion journal deleted again at the start, and the deletions that were added to the
    /// journal, if any.
    func reapplied(_ outcome: JournalReplayResult) {
        if outcome.deleted > 0 {
            notice(
                "accounts that were deleted after the backup are gone again",
                metadata: ["accounts": .stringConvertible(outcome.deleted)])
        }
        if outcome.noted > 0 {
            notice(
                "deletions noted in the deletion journal", metadata: ["deletions": .stringConvertible(outcome.noted)])
        }
    }

    /// Logs that the clock is no longer trusted, or is trusted again.
    func clock(isTrusted: Bool) {
        if isTrusted { return notice("the clock is plausible again") }
        warning(
            """
            the clock is in doubt: it has jumped by more than an hour, or is behind the last use of the data. Nothing is \
            removed by age until it is plausible again. If it is right now, restart the server
            """)
    }

    /// Logs that an SMS provider is configured, but no country to which texts may be sent.
    func noteThatNoTextIsSent() {
        warning("no text is sent: name the countries of your people in 'texts.countries', such as [\"+33\"]")
    }

    /// Logs the result of a clean-up in one app.
    func cleanedUp(_ outcome: GuestCleanup.Outcome) {
        notice(
            outcome.mode == .dryRun ? "idle guests would be removed" : "idle guests removed",
            metadata: [
                "app": .string(outcome.app.description), "guests": .stringConvertible(outcome.guests),
                "idle": .stringConvertible(outcome.idle), "removed": .stringConvertible(outcome.removed),
            ])
    }
}
