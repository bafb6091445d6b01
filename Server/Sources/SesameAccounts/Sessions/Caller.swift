package import Foundation
import SesameCore

/// The account and session of an authenticated request.
package struct Caller: Sendable {
    package let app: App
    /// The session, as it was when the call was checked.
    package let session: Session
    /// The time at which the request was checked.
    package let checkedAt: Date

    /// Returns true if operations that need a recent sign-in are refused now: the person proved who they are longer ago
    /// than ``StepUp/window``. A guest has no credential to prove it with; their session is the proof.
    ///
    /// - Parameter view: The caller's account.
    package func mustConfirm(_ view: AccountView) -> Bool {
        !view.isAnonymous && !StepUp.isRecent(session.authTime, at: checkedAt)
    }

    /// The refusal of an operation that needs a recent sign-in.
    package func refusalWithoutRecentSignIn(_ view: AccountView) -> Refusal? {
        mustConfirm(view)
            ? Refusal(.reauthenticationRequired, "confirm with a fresh credential, then repeat") : nil
    }

    /// The refusal of an operation that needs a recent sign-in, or the password in its place. A password alone is not what
    /// the person of an account with a second factor signs in with.
    func refusal(of view: AccountView, showingPassword: Bool) -> Refusal? {
        showingPassword && view.factors.isEmpty ? nil : refusalWithoutRecentSignIn(view)
    }
}
