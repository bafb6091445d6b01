public import Foundation
import SesameCore

/// Who makes an authenticated call.
public struct Caller: Sendable {
    /// The app.
    public let app: App
    /// The session, as it was when the call was checked.
    public let session: Session
    /// When the call was checked.
    public let checkedAt: Date

    /// The refusal of an operation that needs a recent sign-in, unless the person proved who they are within
    /// ``StepUp/window``.
    var refusalWithoutRecentSignIn: Refusal? {
        StepUp.isRecent(session.authTime, at: checkedAt)
            ? nil : Refusal(.reauthenticationRequired, "confirm with a fresh credential, then repeat")
    }
}
