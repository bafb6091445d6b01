import Logging
import SesameAccounts

extension Logger {
    /// What the deletion journal has changed at the start, if anything.
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

    /// What a clean-up has found in one app.
    func cleanedUp(_ outcome: GuestCleanup.Outcome) {
        notice(
            outcome.mode == .dryRun ? "idle guests would be removed" : "idle guests removed",
            metadata: [
                "app": .string(outcome.app.description), "guests": .stringConvertible(outcome.guests),
                "idle": .stringConvertible(outcome.idle), "removed": .stringConvertible(outcome.removed),
            ])
    }
}
