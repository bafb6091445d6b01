package import SesameCore

/// The result of a browser flow: a sign-in, a reauthentication or a link.
package enum FlowResult: Sendable {
    /// The browser is signed in to the server's own pages.
    case page(Session, App)
    /// The session is confirmed; the browser returns to the given page of the server.
    case confirmed(App, place: String)
    /// The identity is linked; the browser continues with the session.
    case linked(Session, App)
    /// The identity already belongs to another account; the user of the session decides how to resolve the conflict.
    case conflict(AccountError.IdentityConflict, AccountError, SessionID, App)
    /// The browser returns to the client with the code.
    case client(ClientRequest, code: Secret)
    /// The identity has no account yet, and the user fills in the registration form. `next` is the handle with which a
    /// client's flow continues after the form; nil on the server's own pages.
    case register(AccountError.Registration, App, role: String?, next: Secret?)
    /// A second factor is required. `next` is the secret with which the browser continues the flow.
    case factor(PendingSignIn, App, next: Secret)
    /// The sign-in, reauthentication or link is refused; the client, if any, gets the error.
    case refused(AccountError, App, ClientRequest?)
    /// The flow is unknown, used or expired.
    case expired
    /// The browser did not begin the flow, or is signed in to a different session than the one that began the link.
    case otherBrowser
}
