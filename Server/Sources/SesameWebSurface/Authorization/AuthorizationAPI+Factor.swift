import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

extension AuthorizationAPI {
    /// `POST /sign-in/second-factor`: verifies the second factor of a sign-in that the same browser started, or sends a
    /// code by text message.
    func showFactor(_ request: HTTPRequest) async -> HTTPResponse {
        guard let form = pages.form(request, for: pages.formCookie) else {
            return pages.formRefused(nil, request, log)
        }
        let (next, browser) = (Secret(form["next"] ?? ""), cookie.value(in: request))
        var app: App?
        do throws(AccountError) {
            let pending = try await accounts.authorization.pendingFlow(next, browser: browser, apps: apps)
            app = pending.app
            let factors = pending.signIn.factors
            if let phone = form["send"] {
                try await accounts.secondFactors.sendSecondFactorCode(
                    for: pending.signIn, factor: phone, to: pending.app,
                    language: pages.context(request, app: app).language.rawValue,
                    context: request.context(in: pending.app))
                return pages.factor(factors, next: next, lead: FactorText.sent, app: pending.app, request: request)
            }
            do throws(AccountError) {
                let end = try await accounts.authorization.finishFlow(
                    next, showing: SecondFactorInput(typed: form["code"] ?? ""), browser: browser, apps: apps,
                    context: request.context(in: pending.app))
                // The last response to a form is a page; see ``register(_:next:_:)``.
                let device = pending.signIn.passwordAddress.map { pages.deviceCookie(for: $0, in: pending.app) }
                guard case .client(let client, let code) = end else { return answer(end, request).setting(device) }
                return pages.goOn(
                    to: address(of: client, code), FactorText.doneTitle, FactorText.doneLead, app: pending.app,
                    request: request
                ).setting(device)
            } catch {
                guard error.code == .invalidCredentials else { throw error }
                log.refused(error, request)
                return pages.factor(
                    factors, next: next, problem: FactorText.wrong, app: pending.app, request: request)
            }
        } catch {
            return refuse(error, nil, app, request)
        }
    }
}
