import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AuthorizationAPI {
    /// Creates the account of a user whom a client sent to sign in, and returns the page that leads the browser back to
    /// the client.
    ///
    /// The last response to a form is a page, because browsers apply the page's `form-action` to redirects after a
    /// form, and a client's address is on another site.
    ///
    /// - Parameter next: The secret under which the client's request is stored. Only the browser that started the
    ///   sign-in can continue it.
    func register(_ draft: RegistrationDraft, next: Secret, _ request: HTTPRequest) async throws(AccountError)
        -> HTTPResponse
    {
        let end = try await accounts.authorization.signUp(
            ticket: draft.ticket, role: draft.role, profile: draft.profile, continuing: next,
            browser: cookie.value(in: request), apps: apps, context: request.contextInAnyApp)
        if case .client(let client, let code) = end {
            return pages.goOn(
                to: address(of: client, code), RegisterText.doneTitle, RegisterText.doneLead, app: draft.app,
                request: request)
        }
        return answer(end, request)
    }
}
