import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes with which a signed-in user reauthenticates, by password or second factor.
struct AccountProofRoutes: Sendable {
    let sessions: SessionService
    let logins: LocalCredentialService
    let secondFactors: SecondFactorService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.page("/account/confirm", confirm),
            door.form("/account/confirm/password", confirmByPassword),
            door.form("/account/confirm/second-factor", confirmByFactor),
        ]
    }

    /// `GET /account/confirm`: shows the methods with which the user can reauthenticate, or redirects to the account
    /// page if the last sign-in is recent.
    private func confirm(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let view = try await sessions.account(of: visit.caller)
        guard visit.caller.needsReauthentication(view) else { return door.back(visit.request) }
        return door.pages.confirm(view, visit.caller, for: .account, request: visit.request)
    }

    /// `POST /account/confirm/password`: reauthenticates the user by the account's password, and redirects to the page
    /// in the form's field `for`.
    private func confirmByPassword(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let place = AccountPageDestination(rawValue: visit.form["for"] ?? "") ?? .account
        do throws(AccountError) {
            _ = try await logins.reauthenticate(
                visit.caller, password: visit.form.password,
                context: door.pages.context(visit.request, in: visit.caller.app))
        } catch {
            guard let problem = PasswordText.problem(ofConfirmation: error) else { throw error }
            door.log.refused(error, visit.request)
            return door.pages.confirm(
                try await sessions.account(of: visit.caller), visit.caller, for: place, problem: problem,
                request: visit.request)
        }
        return .redirect(to: door.pages.context(visit.request, app: visit.caller.app).path(place.path))
    }

    /// `POST /account/confirm/second-factor`: reauthenticates the user by a second factor, or sends a code by text
    /// message if the form asks for one.
    private func confirmByFactor(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let place = AccountPageDestination(rawValue: visit.form["for"] ?? "") ?? .account
        let (view, context) = (try await sessions.account(of: visit.caller), visit.context)
        do throws(AccountError) {
            if let phone = visit.form["send"] {
                try await secondFactors.sendSecondFactorCode(
                    to: visit.caller, factor: phone, language: visit.language, context: context)
                return door.pages.confirmByFactor(
                    view, visit.caller, for: place, lead: FactorText.sent, request: visit.request)
            }
            _ = try await secondFactors.reauthenticate(
                visit.caller, showing: SecondFactorInput(typed: visit.form["code"] ?? ""), context: context)
        } catch {
            guard error.code == .invalidCredentials else { throw error }
            door.log.refused(error, visit.request)
            return door.pages.confirmByFactor(
                view, visit.caller, for: place, problem: FactorText.wrong, request: visit.request)
        }
        return .redirect(to: door.pages.context(visit.request, app: visit.caller.app).path(place.path))
    }
}
