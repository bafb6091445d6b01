import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The Appwrite routes for sign-in at a provider in a browser. They use the authorization code flow of the native
/// clients and store the code verifier in the browser's cookie, so that no other browser can complete the sign-in.
struct AppwriteBrowserRoutes: Sendable {
    private static let callback = "/v1/account/sessions/oauth2/callback/{provider}/{project}"
    private static let verifierCookie = "sesame_appwrite"

    let sessions: SessionService
    let authorization: AuthorizationService
    let grants: GrantService
    let depart: AppwriteDeparture
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/account/sessions/oauth2/{provider}") { call throws(AccountError) in
                try await leave(call, .session)
            },
            door.route(.GET, "/v1/account/tokens/oauth2/{provider}") { call throws(AccountError) in
                try await leave(call, .token)
            },
            door.route(.GET, Self.callback) { call throws(AccountError) in try await comeBack(call) },
        ]
    }

    /// Redirects the browser to the provider. If the caller has a session, the provider's identity will be linked to
    /// the session's account. A back end receives the URL for its user's browser instead.
    private func leave(_ call: AppwriteRequest, _ kind: AppwriteRedirect.Kind) async throws(AccountError)
        -> HTTPResponse
    {
        guard let provider = door.apps.provider(named: call["provider"]) else {
            throw .appwrite(.providerUnsupported)
        }
        let back = AppwriteRedirect(
            kind, success: try address("success", call), failure: try address("failure", call),
            own: try ownState(call))
        guard kind == .session || back.success != nil else {
            throw .appwrite(.argument("success", "Param is not optional."))
        }
        if call.key != nil {
            var response = HTTPResponse.redirect(
                to: ownAddress(kind, provider, back, call), status: .movedPermanently)
            // Appwrite's server packages read this header before the location.
            response.headers.add(name: "Content-Type", value: "text/html")
            return response
        }
        let linking: LinkingSession?
        do throws(AccountError) {
            linking = try await session(of: try await door.callerIfAny(call), call)
        } catch {
            return try tell(error, back, call)
        }
        let verifier = door.environment.randomSecret()
        let client = ClientRequest(
            redirectURI: redirectURI(provider, call), state: back.state, challenge: CodeChallenge(of: verifier),
            role: nil, linking: linking.map { .session($0) })
        var response = try depart(provider, call.app, .client(client), call.request)
        response.status = .movedPermanently
        response.headers.add(name: "Set-Cookie", value: verifierField(verifier.exposed, lifetime: 900))
        return response
    }

    /// Returns the caller's session, to which the provider's identity will be linked; nil if there is no caller. Throws
    /// if the caller's sign-in is not recent enough, or if a page of another origin navigated the browser to the route.
    private func session(of caller: Caller?, _ call: AppwriteRequest) async throws(AccountError) -> LinkingSession? {
        guard let caller else { return nil }
        guard door.origin(of: call.app).hasSent(call.request) else { throw .appwrite(.unknownOrigin) }
        if let refusal = caller.reauthenticationError(try await sessions.account(of: caller)) {
            throw refusal
        }
        return LinkingSession(caller.session.id)
    }

    /// Returns this server's URL to which a back end sends the browser. The browser must start the sign-in itself,
    /// because only the browser that started a sign-in can complete it.
    private func ownAddress(
        _ kind: AppwriteRedirect.Kind, _ provider: Provider, _ back: AppwriteRedirect, _ call: AppwriteRequest
    ) -> String {
        FormURLEncoder.address(
            "\(door.publicURL)/v1/account/\(kind == .session ? "sessions" : "tokens")/oauth2/\(provider.rawValue)",
            [
                "project": call.app.appwrite?.projectID, "success": back.success, "failure": back.failure,
                "state": back.own,
            ])
    }

    /// Completes the sign-in in the browser that started it, and redirects to the app's success or failure URL. Without
    /// a success URL, redirects to the app on the device; without a failure URL, throws the error.
    private func comeBack(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        guard let provider = door.apps.provider(named: call["provider"]), let project = call.app.appwrite?.projectID,
            let back = call.request.query["state"].flatMap({ AppwriteRedirect($0) }),
            [back.success, back.failure].allSatisfy({ $0.map(door.rule(call, project).allows) ?? true })
        else { throw .appwrite(.argument("state", "Invalid OAuth2 state params")) }
        do throws(AccountError) {
            if let error = call.request.query["error"] { throw .appwrite(.oauth2(error)) }
            guard let verifier = call.request.cookie(named: Self.verifierCookie) else {
                throw .appwrite(.argument("state", "The sign-in was started in another browser, or has expired."))
            }
            let code = Secret(call.request.query["code"] ?? "")
            var response = try await answer(back, code, verifier, redirectURI(provider, call), call)
            response.headers.add(name: "Set-Cookie", value: verifierField("", lifetime: 0))
            return response
        } catch {
            return try tell(error, back, call)
        }
    }

    /// Returns the redirect to the app's failure URL with the error; throws the refusal if there is no such URL.
    private func tell(
        _ refusal: AccountError, _ back: AppwriteRedirect, _ call: AppwriteRequest
    ) throws(AccountError) -> HTTPResponse {
        guard let failure = back.failure else { throw refusal }
        door.log.refused(refusal, call.request)
        let problem = AppwriteError(refusal, missing: .userNotFound)
        return .redirect(
            to: FormURLEncoder.address(failure, ["error": problem.queryText, "state": back.own]),
            status: .movedPermanently)
    }

    private func answer(
        _ back: AppwriteRedirect, _ code: Secret, _ verifier: Secret, _ redirectURI: String, _ call: AppwriteRequest
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await authorization.isLink(code) ? try await door.caller(call) : nil
        switch back.kind {
        case .token:
            let granted =
                if let caller {
                    try await grants.createSignInToken(
                        linking: code, to: caller, redirectURI: redirectURI, verifier: verifier, context: call.context)
                } else {
                    try await grants.createSignInToken(
                        for: code, client: call.app, redirectURI: redirectURI, verifier: verifier)
                }
            return .redirect(
                to: FormURLEncoder.address(
                    back.success ?? "",
                    ["secret": granted.secret.exposed, "userId": granted.account.description, "state": back.own]),
                status: .movedPermanently)
        case .session:
            let session =
                if let caller {
                    try await authorization.link(
                        code: code, to: caller, redirectURI: redirectURI, verifier: verifier, context: call.context
                    ).session
                } else {
                    try await authorization.redeem(
                        code, client: call.app, redirectURI: redirectURI, verifier: verifier, context: call.context
                    ).session
                }
            let success = back.success.map { FormURLEncoder.address($0, ["state": back.own]) }
            var response = HTTPResponse.redirect(
                to: success ?? handOver(sessions.sessionSecret(of: session), back, call),
                status: .movedPermanently)
            door.setSecret(of: session, in: &response, call)
            return response
        }
    }

    /// Returns a URL with the app's scheme that gives the session secret to the app on the device.
    private func handOver(_ secret: Secret, _ back: AppwriteRedirect, _ call: AppwriteRequest) -> String {
        let project = call.app.appwrite?.projectID ?? ""
        return FormURLEncoder.address(
            "\(door.rule(call, project).scheme)://",
            [
                "project": project, "domain": call.request.host.map { String($0.prefix { $0 != ":" }) },
                "key": "a_session_\(project)", "secret": secret.exposed, "state": back.own,
            ])
    }

    private func address(_ name: String, _ call: AppwriteRequest) throws(AccountError) -> String? {
        guard let address = call.request.query[name], !address.isEmpty else { return nil }
        return try door.allowed(address, name, call)
    }

    private func ownState(_ call: AppwriteRequest) throws(AccountError) -> String? {
        guard let state = call.request.query["state"], !state.isEmpty else { return nil }
        guard AppwriteRedirect.isOwnState(state) else {
            throw .appwrite(.argument("state", "Value must be printable ASCII and at most 256 chars long."))
        }
        return state
    }

    private func redirectURI(_ provider: Provider, _ call: AppwriteRequest) -> String {
        let project = call.app.appwrite?.projectID ?? ""
        return
            "\(door.publicURL)/v1/account/sessions/oauth2/callback/\(provider.rawValue)/\(project)?project=\(project)"
    }

    private func verifierField(_ value: String, lifetime: Int) -> String {
        "\(Self.verifierCookie)=\(value); Path=/v1/account; HttpOnly; SameSite=Lax; Max-Age=\(lifetime)"
            + (door.publicURL.utf8.starts(with: "https://".utf8) ? "; Secure" : "")
    }
}

extension AppwriteError {
    fileprivate static let providerUnsupported = AppwriteError(
        "project_provider_unsupported", .notImplemented, "The chosen OAuth provider is unsupported.",
        code: .providerRequired)

    /// Returns the error that the app receives for a provider's error, such as `access_denied`.
    fileprivate static func oauth2(_ error: String) -> AppwriteError {
        error.hasSameBytes(as: "access_denied")
            ? AppwriteError(
                "user_oauth2_unauthorized", .unauthorized, "access_denied: the sign-in was canceled or denied.",
                code: .cancelled)
            : AppwriteError(
                "user_oauth2_provider_error", .failedDependency, "The sign-in at the provider failed.",
                code: .providerUnavailable)
    }

    /// The error as JSON text, for the query of the failure URL.
    fileprivate var queryText: String {
        let json: JSONObject = [
            "message": .string(message), "type": .string(type), "code": .integer(status.code),
        ]
        return String(decoding: JSONValue.object(json).serialized(), as: UTF8.self)
    }
}
