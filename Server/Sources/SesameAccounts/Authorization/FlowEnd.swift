package import SesameCore

/// The result of a browser's sign-in.
package enum FlowEnd: Sendable {
    /// Signed in to our own pages.
    case page(Session, App)
    /// The session is confirmed; our pages go on at the place.
    case confirmed(App, place: String)
    /// The identity is linked; the session is the one to go on with.
    case linked(Session, App)
    /// The identity to be linked has an account of its own; the person of the session decides.
    case conflict(Refusal.Conflict, Refusal, SessionID, App)
    /// A client gets the code.
    case client(ClientRequest, code: Secret)
    /// The identity has no account yet. With a client, `next` is what continues after the form.
    case register(Refusal.Registration, App, role: String?, next: Secret?)
    /// The person is to show a second factor; `next` is what continues.
    case factor(PendingSignIn, App, next: Secret)
    /// Refused; the client is told, if there is one.
    case refused(Refusal, App, ClientRequest?)
    /// Unknown, used, or out of date.
    case expired
    /// Another browser than the one that began.
    case otherBrowser
}
