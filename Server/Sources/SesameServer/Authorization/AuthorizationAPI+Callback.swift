import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AuthorizationAPI {
    /// Apple's `form_post`. It comes from another site, so it has no cookie of ours and can need none.
    func appleCallback(_ request: HTTPRequest) async -> HTTPResponse {
        guard let form = try? QueryParameters(formBody: request.body), !form.hasRepeatedName else {
            return pages.notice(.invalidRequest, app: nil, request: request, status: .badRequest)
        }
        return await callback(.apple, form, request)
    }

    /// The provider's answer. The flow is used up by it, whatever it says.
    func callback(
        _ provider: Provider, _ answer: QueryParameters, _ request: HTTPRequest
    ) async -> HTTPResponse {
        var flow: BrowserFlow?
        do throws(Refusal) {
            guard let state = answer["state"] else {
                return pages.notice(.invalidRequest, app: nil, request: request, status: .badRequest)
            }
            flow = try await accounts.takeFlow(Secret(state), from: provider)
            guard let flow, let app = flow.app.flatMap({ apps[$0] }) else {
                log.refused(Refusal(.invalidNonce, "an answer of a provider to no sign-in that is open"), request)
                return pages.notice(.expired, app: nil, request: request, status: .badRequest)
            }
            if let error = answer["error"] { return cancelled(error, flow, app, request) }
            guard let code = answer["code"], !code.isEmpty, let webClient = webClients[app.id, provider] else {
                throw Refusal(.invalidRequest, "an answer of a provider without a code")
            }
            let idToken = try await exchange.idToken(for: code, of: flow, webClient, at: accounts.now)
            let handle = try await accounts.receive(
                idToken, for: flow, clientID: webClient.clientID,
                statedName: provider == .apple ? answer["user"].flatMap(StatedName.init(appleUser:)) : nil)
            return .redirect(to: FormText.address("/sign-in/finish", ["flow": handle.exposed]))
        } catch {
            return refuse(error, flow?.purpose.client, flow?.app.flatMap { apps[$0] }, request)
        }
    }

    private func cancelled(
        _ error: String, _ flow: BrowserFlow, _ app: App, _ request: HTTPRequest
    ) -> HTTPResponse {
        guard ["access_denied", "user_cancelled_authorize"].contains(where: error.hasSameBytes) else {
            return refuse(
                Refusal(.invalidToken, "the provider refused the sign-in"), flow.purpose.client, app, request)
        }
        if let client = flow.purpose.client {
            return tell(client, OAuthError(.accessDenied, "the person cancelled"))
        }
        return pages.notice(.cancelled, app: app, request: request, status: .ok)
    }

    /// `GET /sign-in/finish`: the last step, which only the browser of the first can take.
    func finish(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) {
            guard let handle = request.query["flow"] else {
                return pages.notice(.invalidRequest, app: nil, request: request, status: .badRequest)
            }
            let end = try await accounts.finishFlow(
                Secret(handle), browser: cookie.value(in: request), apps: apps, context: request.context)
            return answer(end, request)
        } catch {
            return refuse(error, nil, nil, request)
        }
    }

    /// Where a sign-in's end leads.
    func answer(_ end: FlowEnd, _ request: HTTPRequest) -> HTTPResponse {
        switch end {
        case .page(let session, let app): return pages.signedIn(session, app: app, request: request)
        case .client(let client, let code):
            return .redirect(
                to: FormText.address(
                    client.redirectURI,
                    ["code": code.exposed, "state": client.state, "iss": exchange.publicURL]))
        case .register(let registration, let app, let role, let next):
            return pages.register(registration, app: app, role: role, next: next?.exposed, request: request)
        case .refused(let refusal, let app, let client): return refuse(refusal, client, app, request)
        case .expired: return pages.notice(.expired, app: nil, request: request, status: .badRequest)
        case .otherBrowser:
            log.refused(Refusal(.invalidNonce, "a sign-in was brought to another browser than its own"), request)
            return pages.notice(.otherBrowser, app: nil, request: request, status: .badRequest)
        }
    }
}

extension StatedName {
    /// What Apple sends beside the code at the first consent: `{"name":{"firstName":…,"lastName":…},"email":…}`.
    /// The address is left alone: the one in the token is signed.
    init?(appleUser text: String) {
        guard let user = try? JSONValue(parsing: Array(text.utf8)), let name = user.object?["name"]?.object else {
            return nil
        }
        self.init(given: name["firstName"]?.string, family: name["lastName"]?.string)
    }
}
