import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

extension AuthorizationAPI {
    /// Returns the route of a provider's redirect URI.
    func callback(_ provider: WebProvider) -> Route {
        switch provider.answer {
        case .query:
            Route(.GET, provider.callbackPath, takes: .credential, policy: .browser) { request, _ in
                await callback(provider.provider, request.query, request)
            }
        case .form:
            Route(.POST, provider.callbackPath, takes: .credential, policy: .form) { request, _ in
                await formCallback(provider.provider, request)
            }
        }
    }

    /// Handles a form that a provider's page posts from another site. The browser sends none of the server's cookies
    /// with the form, so no cookie may be required.
    private func formCallback(_ provider: Provider, _ request: HTTPRequest) async -> HTTPResponse {
        guard let form = try? QueryParameters(formBody: request.body), !form.hasRepeatedName else {
            return explain(
                .invalidRequest, AccountError(.invalidRequest, "the form is malformed or has a duplicate field"),
                app: nil, request)
        }
        return await callback(provider, form, request)
    }

    /// Handles the provider's response: exchanges the code for tokens and redirects to `/sign-in/finish`. A flow
    /// accepts tokens only once; a response without a valid code does not consume the flow.
    private func callback(
        _ provider: Provider, _ answer: QueryParameters, _ request: HTTPRequest
    ) async -> HTTPResponse {
        var request = request
        var flow: BrowserFlow?
        do throws(AccountError) {
            guard let state = answer["state"].map(Secret.init) else {
                let refusal = AccountError(.invalidRequest, "the provider's response has no state")
                return explain(.invalidRequest, refusal, app: nil, request)
            }
            flow = try await accounts.authorization.flow(of: state, from: provider)
            guard let flow, let app = flow.app.flatMap({ apps[$0] }) else { return noFlow(app: nil, request) }
            if let language = flow.language { request.query = request.query.setting("lang", to: language) }
            if let error = answer["error"] { return cancelled(error, flow, app, request) }
            guard let code = answer["code"], !code.isEmpty, let webClient = webClients[app.id, provider] else {
                throw AccountError(
                    .invalidRequest, "the response has no code, or the app no longer offers the provider")
            }
            try accounts.providers.admitCredential(of: app, from: request.client)
            let tokens = try await exchange.tokens(for: code, of: flow, webClient, at: accounts.environment.now)
            let handle = try await accounts.authorization.handleCallback(
                tokens, for: flow, to: app, state: state, clientID: webClient.clientID,
                statedName: webClient.provider.tellsNames
                    ? answer["user"].flatMap(UnverifiedName.init(appleUser:)) : nil)
            guard let handle else { return noFlow(app: app, request) }
            return .redirect(
                to: FormURLEncoder.address("/sign-in/finish", ["flow": handle.exposed, "lang": flow.language]))
        } catch {
            return refuse(error, flow?.purpose.client, flow?.app.flatMap { apps[$0] }, request)
        }
    }

    private func noFlow(app: App?, _ request: HTTPRequest) -> HTTPResponse {
        explain(
            .expired, AccountError(.invalidNonce, "the provider's response matches no pending sign-in"), app: app,
            request)
    }

    private func cancelled(
        _ error: String, _ flow: BrowserFlow, _ app: App, _ request: HTTPRequest
    ) -> HTTPResponse {
        guard ["access_denied", "user_cancelled_authorize"].contains(where: error.hasSameBytes) else {
            return refuse(
                AccountError(.invalidToken, "the provider rejected the sign-in"), flow.purpose.client, app, request)
        }
        let refusal = AccountError(.cancelled, "the user cancelled at the provider")
        if let client = flow.purpose.client {
            log.refused(refusal, request)
            return tell(client, OAuthError(.accessDenied, "the user cancelled"))
        }
        return explain(.cancelled, refusal, app: app, request, status: .ok)
    }

    /// `GET /sign-in/finish`: completes a sign-in, which is possible only in the browser that started the sign-in.
    func finish(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(AccountError) {
            guard let handle = request.query["flow"] else {
                let refusal = AccountError(.invalidRequest, "the handle of the sign-in is missing")
                return explain(.invalidRequest, refusal, app: nil, request)
            }
            let end = try await accounts.authorization.finishFlow(
                Secret(handle), browser: cookie.value(in: request),
                sessionCookie: pages.sessionCookie.value(in: request),
                apps: apps, context: request.contextInAnyApp)
            return answer(end, request)
        } catch {
            return refuse(error, nil, nil, request)
        }
    }

    /// Returns the page or the redirect for the result of a flow.
    func answer(_ end: FlowResult, _ request: HTTPRequest) -> HTTPResponse {
        switch end {
        case .page(let session, let app): return pages.signedIn(session, app: app, request: request)
        case .confirmed(let app, let place):
            let place = AccountPageDestination(rawValue: place) ?? .account
            return .redirect(to: pages.context(request, app: app).path(place.path))
        case .linked(let session, let app): return pages.signedIn(session, app: app, request: request)
        case .conflict(let conflict, let refusal, let session, let app):
            log.refused(refusal, request)
            return pages.decide(conflict, session, app: app, request: request)
        case .client(let client, let code): return .redirect(to: address(of: client, code))
        case .register(let registration, let app, let role, let next):
            return pages.register(registration, app: app, role: role, next: next, request: request)
        case .factor(let pending, let app, let next):
            return pages.factor(pending.factors, next: next, app: app, request: request)
        case .refused(let refusal, let app, let client): return refuse(refusal, client, app, request)
        case .expired:
            return explain(
                .expired, AccountError(.invalidNonce, "the handle matches no pending sign-in"), app: nil, request)
        case .otherBrowser:
            let refusal = AccountError(.invalidNonce, "the sign-in was started in another browser or by another user")
            return explain(.otherBrowser, refusal, app: nil, request)
        }
    }

    func address(of client: ClientRequest, _ code: Secret) -> String {
        FormURLEncoder.address(
            client.redirectURI, ["code": code.exposed, "state": client.state, "iss": exchange.publicURL])
    }
}

extension UnverifiedName {
    /// Parses the `user` field that Apple sends beside the code at the first consent:
    /// `{"name":{"firstName":…,"lastName":…},"email":…}`; nil if it has no name. The email address is ignored, because
    /// the token contains a signed one.
    init?(appleUser text: String) {
        guard let user = try? JSONValue(parsing: Array(text.utf8)), let name = user.object?["name"]?.object else {
            return nil
        }
        self.init(given: name["firstName"]?.string, family: name["lastName"]?.string)
    }
}
