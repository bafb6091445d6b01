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

    /// Refuses unless the person proved who they are within ``StepUp/window``.
    func requireRecentSignIn() throws(Refusal) {
        guard StepUp.isRecent(session.authTime, at: checkedAt) else {
            throw Refusal(.reauthenticationRequired, "confirm with a fresh credential, then repeat")
        }
    }
}
