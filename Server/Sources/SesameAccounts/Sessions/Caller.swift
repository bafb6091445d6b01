package import Foundation
import SesameCore

/// The app and session of an authenticated request.
package struct Caller: Sendable {
    package let app: App
    /// The session, as it was when the request was checked.
    package let session: Session
    /// The time at which the request was checked.
    package let checkedAt: Date

    /// Returns true if operations that need a recent sign-in are refused, because the user did not authenticate within
    /// ``StepUp/window`` before the request. Guests are exempt: their session is their only credential.
    ///
    /// - Parameter view: The caller's account.
    package func needsReauthentication(_ view: AccountRecord) -> Bool {
        !view.isAnonymous && !StepUp.isRecent(session.authTime, at: checkedAt)
    }

    /// Returns the refusal of an operation that needs a recent sign-in; nil if the last sign-in is recent, or the
    /// caller is a guest.
    package func reauthenticationError(_ view: AccountRecord) -> AccountError? {
        needsReauthentication(view)
            ? AccountError(.reauthenticationRequired, "confirm with a new credential, then retry") : nil
    }

    /// Returns the refusal of an operation that needs a recent sign-in or the password; nil if it is allowed. The
    /// password alone is not enough for an account with a second factor.
    func refusal(of view: AccountRecord, showingPassword: Bool) -> AccountError? {
        showingPassword && view.factors.isEmpty ? nil : reauthenticationError(view)
    }
}
