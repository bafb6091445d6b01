import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// What a person sees at the end of a browser's sign-in.
protocol SignInPages: Sendable {
    /// Signed in to our own pages: sets the session cookie and goes to the account page.
    func signedIn(_ session: Session, app: App, request: HTTPRequest) -> HTTPResponse

    /// The identity has no account: the registration form with this ticket; `next` continues an `/authorize` request
    /// afterwards (opaque handle of the flow, posted along), or nil for our own pages.
    func register(
        _ registration: Refusal.Registration, app: App, role: String?, next: String?, request: HTTPRequest
    ) -> HTTPResponse

    /// Something went wrong or was cancelled: says what happened and what to do; never an echo of input.
    func notice(
        _ notice: SignInNotice, app: App?, request: HTTPRequest, status: HTTPResponseStatus
    ) -> HTTPResponse

    /// Lets the person choose how to sign in, when `/authorize` names no provider: links to each one's start.
    func choose(app: App, links: [(Provider, String)], request: HTTPRequest) -> HTTPResponse
}

/// What a person is told when a sign-in does not go on.
enum SignInNotice: Sendable, CaseIterable {
    case cancelled, providerUnavailable, refused, expired, otherBrowser, invalidRequest, unknownApp
    case redirectNotAllowed, roleMismatch, userDisabled, notOffered, fault
    case formRefused, ticketExpired, hasAccount, accountDeleted, pageNotFound
}
