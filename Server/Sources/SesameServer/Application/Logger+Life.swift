import Logging
import SesameAccounts

extension Logger {
    /// Logs what the deletion journal has changed at the start, if anything.
    func reapplied(_ outcome: JournalOutcome) {
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

    /// The clock has come to be in doubt, or is believed again.
    func clock(isTrusted: Bool) {
        if isTrusted { return notice("the clock is plausible again") }
        warning(
            """
            the clock is in doubt: it has jumped by more than an hour, or is behind the last use of the data. Nothing is \
            removed by age until it is plausible again. If it is right now, restart the server
            """)
    }

    /// Texts have a carrier, and no country that they may be sent to.
    func noteThatNoTextIsSent() {
        warning("no text is sent: name the countries of your people in 'texts.countries', such as [\"+33\"]")
    }

    /// Logs what a clean-up has found in one app.
    func cleanedUp(_ outcome: GuestCleanup.Outcome) {
        notice(
            outcome.mode == .dryRun ? "idle guests would be removed" : "idle guests removed",
            metadata: [
                "app": .string(outcome.app.description), "guests": .stringConvertible(outcome.guests),
                "idle": .stringConvertible(outcome.idle), "removed": .stringConvertible(outcome.removed),
            ])
    }
}
