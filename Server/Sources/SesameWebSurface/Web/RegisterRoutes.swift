import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of `/register`, the form that creates an account for an identity without one.
struct RegisterRoutes: Sendable {
    let signIn: SignInService
    /// The authorization server, which completes the registrations of users who came from a client.
    let authorization: AuthorizationAPI
    let pages: WebPages
    let log: SecurityLog

    var routes: [Route] {
        [
            Route(.GET, "/register", takes: .none, policy: .browser) { request, _ in
                pages.notice(.ticketExpired, app: nil, request: request, status: .ok)
            },
            Route(.POST, "/register", takes: .credential, policy: .form) { request, _ in await register(request) },
        ]
    }

    /// `POST /register`: shows the step of the pressed button, or an earlier step with a missing or invalid input. The
    /// last button creates the account.
    private func register(_ request: HTTPRequest) async -> HTTPResponse {
        guard let browser = pages.formCookie.value(in: request), let form = pages.form(request, for: pages.formCookie)
        else { return pages.formRefused(nil, request, log) }
        guard let draft = RegistrationDraft(form, apps: pages.apps),
            let step = RegistrationDraft.Step(rawValue: form["to"] ?? "")
        else {
            return pages.refuse(
                AccountError(.invalidRequest, "invalid registration form"), nil, request, log)
        }
        switch step {
        case .role: return pages.register(draft, at: .role, showsProblems: false, request: request)
        case .profile, .confirm, .submit:
            if draft.open == .role || draft.open == .profile && step != .profile {
                return pages.register(draft, at: draft.open, showsProblems: true, request: request)
            }
        }
        guard step == .submit else { return pages.register(draft, at: step, showsProblems: false, request: request) }
        do throws(AccountError) {
            if let next = draft.next { return try await authorization.register(draft, next: next, request) }
            let session = try await signIn.signUp(
                ticket: draft.ticket, role: draft.role, profile: draft.profile, app: draft.app, apps: pages.apps,
                browser: browser, context: request.contextInAnyApp)
            return pages.signedIn(session, app: draft.app, request: request)
        } catch {
            return refuse(error, of: draft, request)
        }
    }

    private func refuse(_ refusal: AccountError, of draft: RegistrationDraft, _ request: HTTPRequest) -> HTTPResponse {
        let notice: SignInNotice
        switch refusal.code {
        case .ticketExpired: notice = .ticketExpired
        case .credentialInUse: notice = .hasAccount
        default: return pages.refuse(refusal, draft.app, request, log)
        }
        log.refused(refusal, request)
        return pages.notice(notice, app: draft.app, request: request, status: .conflict)
    }
}
