import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

extension AuthorizationAPI {
    /// The routes with which Sesame's own pages start a sign-in, a reauthentication or the linking of an identity.
    var pageRoutes: [Route] {
        [
            Route(.GET, "/sign-in/{provider}", takes: .none, policy: .browser) { request, path in signIn(request, path)
            },
            Route(.POST, "/sign-in/confirm/{provider}", takes: .credential, policy: .form) { request, path in
                await confirm(request, path)
            },
            Route(.POST, "/sign-in/link/{provider}", takes: .credential, policy: .form) { request, path in
                await link(request, path)
            },
        ]
    }

    private func signIn(_ request: HTTPRequest, _ path: PathParameters) -> HTTPResponse {
        guard let app = AppID(request.query["app"] ?? "").flatMap({ apps[$0] }) else {
            return explain(.unknownApp, AccountError(.invalidRequest, "unknown app"), app: nil, request)
        }
        guard let provider = apps.provider(named: path["provider"] ?? "") else { return unknownProvider(app, request) }
        let role = request.query["role"]
        if let role, !app.roles.contains(where: role.hasSameBytes) {
            return explain(
                .invalidRequest, AccountError(.invalidRequest, "the app has no such role"), app: app, request)
        }
        do throws(AccountError) {
            return try start(provider, app, .page(role: role), request)
        } catch {
            return refuse(error, nil, app, request)
        }
    }

    /// `POST /sign-in/confirm/{provider}`: starts a reauthentication of the signed-in user, who then returns to the
    /// page given in the form. Only a form of Sesame's own pages is accepted, so that another site cannot start a
    /// reauthentication.
    private func confirm(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await submit(request, path) { caller, provider, form throws(AccountError) in
            let place = AccountPageDestination(rawValue: form["for"] ?? "") ?? .account
            let purpose = ReauthenticationPurpose(session: caller.session.id, place: place.rawValue)
            return try startFromForm(provider, caller.app, .confirmation(purpose), request)
        }
    }

    /// `POST /sign-in/link/{provider}`: starts the linking of an identity by the signed-in user; redirects to
    /// `/account/confirm` instead if a reauthentication is needed. The request must be a form of Sesame's own pages, so
    /// that an attacker's identity cannot be linked to the account.
    private func link(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await submit(request, path) { caller, provider, _ throws(AccountError) in
            guard !caller.needsReauthentication(try await accounts.sessions.account(of: caller)) else {
                return .redirect(to: pages.context(request, app: nil).path("/account/confirm"))
            }
            return try startFromForm(provider, caller.app, .link(LinkingSession(caller.session.id)), request)
        }
    }

    /// Checks a form of the account pages and starts its flow. Without a session cookie, the response redirects to the
    /// account page.
    private func submit(
        _ request: HTTPRequest, _ path: PathParameters,
        _ begin: (Caller, Provider, QueryParameters) async throws(AccountError) -> HTTPResponse
    ) async -> HTTPResponse {
        guard let provider = apps.provider(named: path["provider"] ?? "") else { return unknownProvider(nil, request) }
        guard let cookie = pages.sessionCookie.value(in: request) else {
            return .redirect(to: pages.context(request, app: nil).path(AccountPageDestination.account.path))
        }
        guard let form = pages.form(request, for: pages.sessionCookie) else {
            return pages.formRefused(nil, request, log)
        }
        do throws(AccountError) {
            let caller = try await accounts.sessions.authenticate(sessionCookie: cookie, apps: apps)
            return try await begin(caller, provider, form)
        } catch {
            return refuse(error, nil, nil, request)
        }
    }

    private func unknownProvider(_ app: App?, _ request: HTTPRequest) -> HTTPResponse {
        explain(
            .notOffered, AccountError(.invalidRequest, "unknown provider"), app: app, request, status: .notFound)
    }
}
