import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebAPI {
    /// `GET /account`.
    func account(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { caller, cookie throws(Refusal) in
            try await page(caller, cookie, request)
        }
    }

    /// `GET /account/confirm`: how to show again who one is.
    func confirm(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { caller, _ throws(Refusal) in
            let view = try await accounts.sessions.account(of: caller)
            guard caller.mustConfirm(view) else { return back(request) }
            return pages.confirm(view, caller, for: .account, request: request)
        }
    }

    /// `POST /account/confirm/password`: the signed-in person shows again who they are, by the account's password.
    func confirmByPassword(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            let place = AccountPlace(rawValue: form["for"] ?? "") ?? .account
            do throws(Refusal) {
                _ = try await accounts.logins.confirm(
                    caller, password: form.password, context: pages.context(request, in: caller.app))
            } catch {
                guard let problem = PasswordText.problem(ofConfirmation: error) else { throw error }
                log.refused(error, request)
                return pages.confirm(
                    try await accounts.sessions.account(of: caller), caller, for: place, problem: problem,
                    request: request)
            }
            return .redirect(to: pages.context(request, app: caller.app).path(place.path))
        }
    }

    /// `GET /account/delete`.
    func confirmDeletion(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { caller, cookie throws(Refusal) in
            let view = try await accounts.sessions.account(of: caller)
            if caller.mustConfirm(view) { return pages.confirm(view, caller, for: .deletion, request: request) }
            return pages.confirmDeletion(caller, cookie: cookie, request: request)
        }
    }

    /// `POST /account/delete`.
    func delete(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            let receipt = try await accounts.deletion.deleteAccount(
                of: caller, context: request.context(in: caller.app))
            let notice: SignInNotice =
                receipt.manualRevocation.isEmpty ? .accountDeleted : .accountDeletedWithConsentAtApple
            return signedOut(pages.notice(notice, app: caller.app, request: request, status: .ok))
        }
    }

    /// `POST /account/export`: a file for the browser. While one is on its way already, the page stays as it is.
    func export(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            do throws(Refusal) {
                return .export(try await accounts.exports.export(of: caller, context: request.context(in: caller.app)))
            } catch {
                guard error.code == .rateLimited else { throw error }
                return back(request)
            }
        }
    }

    /// `POST /account/sign-out`.
    func signOut(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            try await accounts.sessions.endSession(
                caller.session.id, of: caller, context: request.context(in: caller.app))
            return signedOut(home(request))
        }
    }

    /// Browsers keep whole pages for the way back, also those that they may not store. None of them is to show the
    /// account once its person is gone; only the very page that is left now is not kept yet, so it stays.
    private func signedOut(_ response: HTTPResponse) -> HTTPResponse {
        var response = response.setting(pages.sessionCookie.removal)
        response.headers.add(name: "Clear-Site-Data", value: "\"cache\"")
        return response
    }

    /// `POST /account/sessions/end`. A session that has ended already is no mistake: the page is shown as it is now.
    func endSession(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            let id = SessionID(form["session"] ?? "")
            do throws(Refusal) {
                try await accounts.sessions.endSession(id, of: caller, context: request.context(in: caller.app))
            } catch {
                guard error.code == .notFound else { throw error }
            }
            return back(request)
        }
    }

    /// `POST /account/sessions/end-others`.
    func endOthers(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            try await accounts.sessions.endOtherSessions(of: caller, context: request.context(in: caller.app))
            return back(request)
        }
    }

    func back(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/account"))
    }

    private func home(_ request: HTTPRequest) -> HTTPResponse {
        .redirect(to: pages.context(request, app: nil).path("/"))
    }

    private func page(
        _ caller: Caller, _ cookie: Secret, _ request: HTTPRequest
    ) async throws(Refusal) -> HTTPResponse {
        let view = try await accounts.sessions.account(of: caller)
        let sessions = try await accounts.sessions.sessions(of: caller)
        let devices = try await accounts.push.devices(of: caller)
        let events = try await accounts.events.events(of: caller, limit: WebPages.activityLength).events.map(\.event)
        let undoEnd = try await accounts.linking.undoEnd(of: caller)
        return pages.account(
            view, caller, sessions: sessions, devices: devices, events: events, undoEnd: undoEnd, cookie: cookie,
            request: request)
    }

    /// Runs what a form of the account page asks for.
    func submit(
        _ request: HTTPRequest,
        _ operation: (Caller, QueryParameters) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        guard pages.sessionCookie.value(in: request) != nil else { return home(request) }
        guard let form = pages.form(request, for: pages.sessionCookie) else { return formRefused(nil, request) }
        return await answer(request) { caller, _ throws(Refusal) in try await operation(caller, form) }
    }

    /// Runs an operation of the signed-in person; without a session that can be used, the way leads home.
    func answer(
        _ request: HTTPRequest, _ operation: (Caller, Secret) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        guard let cookie = pages.sessionCookie.value(in: request) else { return home(request) }
        do throws(Refusal) {
            let caller = try await accounts.sessions.authenticate(webCookie: cookie, apps: pages.apps)
            do throws(Refusal) {
                return try await operation(caller, cookie)
            } catch {
                guard error.code == .reauthenticationRequired else { throw error }
                log.refused(error, request)
                let place: AccountPlace = request.path.last == "delete" ? .deletion : .account
                return pages.confirm(
                    try await accounts.sessions.account(of: caller), caller, for: place, request: request)
            }
        } catch {
            switch error.code {
            case .notAuthenticated, .sessionEnded, .sessionRevoked, .userDeleted:
                log.refused(error, request)
                return signedOut(home(request))
            default: return refuse(error, nil, request)
            }
        }
    }
}
