package import Foundation

/// The latest end of a session of an account, until the deletion journal has it.
package struct SessionEnding: Sendable, Equatable {
    package let app: AppID
    /// The session's account at that time. A merge may have removed it since.
    package let account: AccountID
    /// The time of the end, but not before the session's start, even if the clock was set back.
    package let at: Date

    package init(app: AppID, account: AccountID, at: Date) {
        self.app = app
        self.account = account
        self.at = at
    }
}
