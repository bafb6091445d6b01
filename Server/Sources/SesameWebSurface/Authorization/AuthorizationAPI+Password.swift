import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// The pages with an email address and a password. Input errors are shown on the page itself. They are not sent to the
/// client, and the user stays on the page.
extension AuthorizationAPI {
    var passwordRoutes: [Route] {
        [
            Route(.POST, PasswordPageContext.Page.signIn.rawValue, takes: .credential, policy: .form) { request, _ in
                await submit(request) { visit, form throws(AccountError) in try await signIn(visit, form, request) }
            },
            Route(.GET, PasswordPageContext.Page.register.rawValue, takes: .none, policy: .browser) { request, _ in
                show(request) { visit in
                    pages.register(PasswordForm(visit.app, role: visit.role), visit, request: request)
                }
            },
            Route(.POST, PasswordPageContext.Page.register.rawValue, takes: .credential, policy: .form) { request, _ in
                await submit(request) { visit, form throws(AccountError) in try await register(visit, form, request) }
            },
            Route(.GET, PasswordPageContext.Page.forgotten.rawValue, takes: .none, policy: .browser) { request, _ in
                show(request) { visit in pages.forgotten(visit, request: request) }
            },
            Route(.POST, PasswordPageContext.Page.forgotten.rawValue, takes: .none, policy: .form) { request, _ in
                await submit(request) { visit, form throws(AccountError) in try await sendReset(visit, form, request) }
            },
        ]
    }

    private func signIn(
        _ visit: PasswordPageContext, _ form: QueryParameters, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        let typed = form["email"] ?? ""
        do throws(AccountError) {
            guard let email = EmailAddress(typed) else {
                throw AccountError(.invalidCredentials, "invalid email address")
            }
            return try await enter(visit, email, form.password, request)
        } catch {
            guard let problem = PasswordText.problem(error) else { throw error }
            log.refused(error, request)
            return page(visit, PasswordEntry(visit, email: typed, problem: problem), request).refusing(error)
        }
    }

    private func register(
        _ visit: PasswordPageContext, _ fields: QueryParameters, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        var form = PasswordForm(visit.app, posted: fields)
        guard form.problems.isEmpty, let email = form.address else {
            form.showsProblems = true
            form.strength = visit.app.strength(of: fields.password)
            return pages.register(form, visit, request: request)
        }
        do throws(AccountError) {
            return try await register(visit, form, email, fields.password, request)
        } catch {
            guard let problem = PasswordText.problem(error) else { throw error }
            log.refused(error, request)
            form.problem = problem
            form.strength = visit.app.strength(of: fields.password, after: error)
            return pages.register(form, visit, request: request).refusing(error)
        }
    }

    /// Creates the account. If the address is in use, for example because the form was sent twice, signs in with the
    /// password instead. Throws `credentialInUse` if the password is wrong.
    private func register(
        _ visit: PasswordPageContext, _ form: PasswordForm, _ email: EmailAddress, _ password: Secret,
        _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            let end = try await accounts.authorization.signUp(
                email: email, password: password, to: visit.app, role: form.role, profile: form.profile,
                for: visit.client, context: pages.context(request, in: visit.app))
            return goOn(end, visit.app, RegisterText.doneTitle, request)
                .setting(pages.deviceCookie(for: email, in: visit.app))
        } catch {
            guard error.code == .credentialInUse else { throw error }
            do throws(AccountError) {
                return try await enter(visit, email, password, request)
            } catch let refused {
                guard refused.code == .invalidCredentials else { throw refused }
                // The attempt was a guess. The response is the same as for an address that is already in use.
                log.refused(refused, request)
                throw error
            }
        }
    }

    /// Signs the user in, to Sesame's own pages or for the client.
    private func enter(
        _ visit: PasswordPageContext, _ email: EmailAddress, _ password: Secret, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        let browser = cookie.value(in: request) ?? accounts.environment.randomSecret()
        let end = try await accounts.authorization.signIn(
            email: email, password: password, to: visit.app, role: visit.role, for: visit.client, browser: browser,
            context: pages.context(request, in: visit.app))
        let response = goOn(end, visit.app, PasswordText.signedIn, request)
        if case .factor = end { return response.setting(cookie.field(browser)) }
        return response.setting(pages.deviceCookie(for: email, in: visit.app))
    }

    /// Returns the response to a completed form. If a client sent the user, the response is a page that leads back to
    /// the client, not a redirect, because browsers apply the `form-action` of the form's page to redirects.
    private func goOn(_ end: FlowResult, _ app: App, _ title: Text, _ request: HTTPRequest) -> HTTPResponse {
        guard case .client(let client, let code) = end else { return answer(end, request) }
        return pages.goOn(to: address(of: client, code), title, RegisterText.doneLead, app: app, request: request)
    }

    /// Sends a link that resets the password, if the email address has an account. The response is the same for every
    /// address, even for an invalid one.
    private func sendReset(
        _ visit: PasswordPageContext, _ form: QueryParameters, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        if let email = EmailAddress(form["email"] ?? "") {
            let language = pages.context(request, app: visit.app).language.rawValue
            try await accounts.codes.sendCode(
                .resetPassword(email, as: .link, in: language), of: visit.app, context: request.context(in: visit.app))
        }
        return pages.resetSent(visit, request: request)
    }

    /// Returns the page with the sign-in form: the app's page, or the choice of sign-in methods if a client sent the
    /// user.
    private func page(_ visit: PasswordPageContext, _ entry: PasswordEntry, _ request: HTTPRequest) -> HTTPResponse {
        guard visit.client != nil else { return pages.app(visit.app, entry: entry, request: request) }
        return pages.choose(app: visit.app, links: links(visit), entry: entry, request: request)
    }

    /// Returns the links to the other sign-in methods for a client's request.
    private func links(_ visit: PasswordPageContext) -> [(Provider, String)] {
        let query = visit.fields.map { FormURLEncoder.encode([$0.name: $0.value]) }.joined(separator: "&")
        return pages.offers(visit.app).map { ($0, "/authorize?\(query)&provider=\($0.rawValue)") }
    }

    private func show(_ request: HTTPRequest, _ page: (PasswordPageContext) -> HTTPResponse) -> HTTPResponse {
        do throws(AccountError) {
            return page(try PasswordPageContext(request.query, apps: apps, accounts))
        } catch {
            return refuse(error, nil, nil, request)
        }
    }

    private func submit(
        _ request: HTTPRequest,
        _ answer: (PasswordPageContext, QueryParameters) async throws(AccountError) -> HTTPResponse
    ) async -> HTTPResponse {
        var app: App?
        do throws(AccountError) {
            let visit = try PasswordPageContext(request.query, apps: apps, accounts)
            app = visit.app
            guard let form = pages.form(request, for: pages.formCookie) else {
                return pages.formRefused(app, request, log)
            }
            return try await answer(visit, form)
        } catch {
            return refuse(error, nil, app, request)
        }
    }
}

extension HTTPResponse {
    /// Returns the page with the refusal's retry time, and with status 429 for an exceeded rate limit, 422 for any
    /// other refusal.
    fileprivate func refusing(_ refusal: AccountError) -> HTTPResponse {
        var response = self
        response.status = refusal.code == .rateLimited ? .tooManyRequests : .unprocessableEntity
        if let seconds = refusal.retryAfter {
            response.headers.replaceOrAdd(name: "Retry-After", value: String(seconds))
        }
        return response
    }
}
