import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of the pages that emailed links open.
struct CodePageRoutes: Sendable {
    let codes: CodeService
    let logins: LocalCredentialService
    let sessions: SessionService
    let firebaseProjects: FirebaseProjectService
    let pages: WebPages
    let log: SecurityLog

    var routes: [Route] {
        let path = "/account/code/{app}"
        return [
            Route(.GET, path, takes: .credential, policy: .browser) { request, path in
                await answer(request, path, code)
            },
            Route(.POST, path, takes: .credential, policy: .form) { request, path in
                await answer(request, path, useCode)
            },
        ]
    }

    private func answer(
        _ request: HTTPRequest, _ path: PathParameters, _ handler: (HTTPRequest, App) async -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(AccountError) {
            guard let app = try await people(path) else {
                return pages.notice(.unknownApp, app: nil, request: request, status: .notFound)
            }
            return await handler(request, app)
        } catch {
            return pages.refuse(error, nil, request, log)
        }
    }

    /// `GET /account/code/{app}`: shows what the link does, without redeeming its code.
    private func code(_ request: HTTPRequest, _ app: App) async -> HTTPResponse {
        // Links requested by Appwrite clients name the code `secret`.
        let code = Secret(request.query["code"] ?? request.query["secret"] ?? "")
        do throws(AccountError) {
            let content = try await content(of: code, app, request.context(in: app))
            let question = try await question(about: content, app, request)
            return pages.code(content, code, asking: question, app: app, request: request)
        } catch {
            return answer(error, app, request)
        }
    }

    /// `POST /account/code/{app}`: redeems the link's code, which the form contains, or rejects the account or change
    /// if the user answered that it is not theirs.
    private func useCode(_ request: HTTPRequest, _ app: App) async -> HTTPResponse {
        guard let form = pages.form(request, for: pages.formCookie) else { return pages.formRefused(app, request, log) }
        let (code, context) = (Secret(form["code"] ?? ""), pages.context(request, in: app))
        do throws(AccountError) {
            let content = try await content(of: code, app, context)
            let question = try await question(about: content, app, request)
            do throws(AccountError) {
                switch content.purpose {
                case .resetPassword:
                    let email = try await logins.resetPassword(
                        with: .link(code), to: form.password, of: app, context: context)
                    return pages.codeUsed(content.purpose, app: app, request: request)
                        .setting(pages.deviceCookie(for: email, in: app))
                case .verify, .changeEmail:
                    guard form["answer"] != "no" else {
                        try await logins.disown(with: .link(code), of: app, context: context)
                        return pages.codeDisowned(content.purpose, app: app, request: request)
                    }
                    let bearer = try await bearer(answering: question, form, request)
                    _ = try await logins.verify(with: .link(code), of: app, by: bearer, context: context)
                case .undoChange, .undoMethod, .undoFactor:
                    _ = try await logins.undoChange(with: .link(code), of: app, context: context)
                case .signIn, .secondFactor:
                    return pages.code(content, code, asking: question, app: app, request: request)
                }
            } catch {
                guard let problem = problem(error, with: form.password, app) else { throw error }
                log.refused(error, request)
                return pages.code(content, code, asking: question, problem: problem, app: app, request: request)
            }
            return pages.codeUsed(content.purpose, app: app, request: request)
        } catch {
            return answer(error, app, request)
        }
    }

    /// Returns the content of a code. Throws `ticketExpired`, as for an expired code, if the Firebase tenant does not
    /// allow the code's purpose.
    private func content(
        of code: Secret, _ app: App, _ context: RequestContext
    ) async throws(AccountError) -> CodeContent {
        let content = try await codes.checkCode(.link(code), of: app, context: context)
        guard app.firebase?.rules.allowsCodes(for: content.purpose) != false else {
            throw AccountError(.ticketExpired, "the tenant does not allow the code's purpose")
        }
        return content
    }

    private func question(
        about content: CodeContent, _ app: App, _ request: HTTPRequest
    ) async throws(AccountError) -> CodeQuestion {
        try await logins.question(about: content, in: await visitor(request)?.session.id, of: app)
    }

    /// Returns the error in the password of the form; nil if the refusal is about something else.
    private func problem(_ refusal: AccountError, with password: Secret, _ app: App) -> CodeFormError? {
        switch (refusal.field, refusal.code) {
        case ("password", _):
            CodeFormError(text: PasswordText.weakness(refusal), strength: app.strength(of: password, after: refusal))
        case (_, .invalidCredentials): CodeFormError(text: CodeText.wrong, strength: nil)
        default: nil
        }
    }

    /// Returns the evidence that accompanies the code: the browser's session if no question was asked and the user is
    /// signed in, the form's password if the question requires it, otherwise only the access to the mailbox.
    private func bearer(
        answering question: CodeQuestion, _ form: QueryParameters, _ request: HTTPRequest
    ) async throws(AccountError) -> CodeBearer {
        switch question {
        case .none: await visitor(request).map { .caller($0) } ?? .mailbox
        case .owner, .askingSession: .mailbox
        case .ownerByPassword: .password(form.password)
        }
    }

    /// Returns the user of the browser's session cookie; nil without a valid session.
    private func visitor(_ request: HTTPRequest) async -> Caller? {
        guard let cookie = pages.sessionCookie.value(in: request) else { return nil }
        do throws(AccountError) {
            return try await sessions.authenticate(sessionCookie: cookie, apps: pages.apps)
        } catch {
            log.refused(error, request)
            return nil
        }
    }

    /// Returns the app whose id the link contains, or the Firebase tenant whose accounts are stored under that id; nil
    /// if neither exists.
    private func people(_ path: PathParameters) async throws(AccountError) -> App? {
        if let app = pages.app(path) { return app }
        guard let id = AppID(path["app"] ?? "") else { return nil }
        return try await firebaseProjects.firebaseApp(keptUnder: id, in: pages.apps)
    }

    private func answer(_ refusal: AccountError, _ app: App, _ request: HTTPRequest) -> HTTPResponse {
        guard refusal.code == .ticketExpired else { return pages.refuse(refusal, app, request, log) }
        log.refused(refusal, request)
        return pages.codeExpired(app: app, request: request)
    }
}
