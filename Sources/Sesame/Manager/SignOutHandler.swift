/// A handler that uses the last tokens of a session before the session ends at the server, to remove data that must not
/// outlive the session, such as a push registration.
protocol SignOutHandler: AnyObject, Sendable {
    /// Handles the end of a session that is already signed out on this device. The session is ended at the server after
    /// this method has returned.
    ///
    /// The sign-out waits for this method. Leave work that cannot be done soon, for example without a network, to the
    /// server.
    func sessionWillEnd(_ session: Session) async
}

extension AuthManager {
    /// Adds a handler that runs before a signed-out session ends at the server. The manager does not retain the
    /// handler.
    func addSignOutHandler(_ handler: some SignOutHandler) {
        signOutHandlers.append { [weak handler] in handler }
    }

    /// Runs the sign-out handlers for a session before its revocation is sent. After a crash the session is revoked
    /// without the handlers.
    func takeLeave(of session: Session) async {
        for handler in signOutHandlers { await handler()?.sessionWillEnd(session) }
        departing.remove(session.id)
    }
}
