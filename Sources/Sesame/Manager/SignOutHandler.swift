/// The work to do at a server with the last tokens of a session, before the session ends there. It removes data that
/// must not outlive the session, such as a push registration.
protocol SignOutHandler: AnyObject, Sendable {
    /// Handles the end of a session. The session is signed out on this device, and is ended at the server when this
    /// returns.
    ///
    /// Leave work that cannot be done soon, for example without a network, to the server, because the sign-out waits
    /// for this.
    func sessionWillEnd(_ session: Session) async
}

extension AuthManager {
    /// Adds work to do before a signed-out session ends at the server. The manager does not retain it.
    func addSignOutHandler(_ handler: some SignOutHandler) {
        signOutHandlers.append { [weak handler] in handler }
    }

    /// Runs the sign-out handlers of a session. Its revocation waits meanwhile; after a crash the server ends the
    /// session without them.
    func takeLeave(of session: Session) async {
        for handler in signOutHandlers { await handler()?.sessionWillEnd(session) }
        departing.remove(session.id)
    }
}
