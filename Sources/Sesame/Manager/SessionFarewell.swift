/// Something that is to be done at a server with the last tokens of a session, before it ends there: to take back what
/// must not outlive it, such as a push registration.
protocol SessionFarewell: AnyObject, Sendable {
    /// The session is signed out on this device, and is ended at the server when this returns.
    ///
    /// What cannot be done soon, for example without a network, is left to the server: whoever signs out waits for this.
    func sessionEnds(_ session: Session) async
}

extension AuthManager {
    /// From now on, lets `farewell` do what it has to before a session that was signed out ends at the server, as long as
    /// somebody else holds it.
    func add(_ farewell: some SessionFarewell) {
        farewells.append { [weak farewell] in farewell }
    }

    /// The revocation waits meanwhile, whoever delivers it; after a crash the server ends the session without this.
    func takeLeave(of session: Session) async {
        for farewell in farewells { await farewell()?.sessionEnds(session) }
        departing.remove(session.id)
    }
}
