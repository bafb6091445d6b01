import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AuthorizationAPI {
    /// Makes the account of a person who came from a client, and sends the browser on to the client.
    ///
    /// The last answer to a form is a page: browsers hold the redirects behind a form to the page's `form-action`, and a
    /// client's address is none of ours.
    ///
    /// - Parameter next: The secret under which the client's request waits. Only the browser of the sign-in's start can
    ///   continue it.
    func register(_ draft: RegistrationDraft, next: Secret, _ request: HTTPRequest) async throws(Refusal)
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
