import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of data export and account deletion.
struct AccountDataRoutes: Sendable {
    let sessions: SessionService
    let deletion: DeletionService
    let exports: ExportService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.page("/account/delete", confirmDeletion),
            door.form("/account/delete", delete),
            door.form("/account/export", export),
        ]
    }

    /// `GET /account/delete`: returns the page that asks for confirmation, or for a reauthentication if the last
    /// sign-in is too old.
    private func confirmDeletion(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let view = try await sessions.account(of: visit.caller)
        if visit.caller.needsReauthentication(view) {
            return door.pages.confirm(view, visit.caller, for: .deletion, request: visit.request)
        }
        return door.pages.confirmDeletion(visit.caller, cookie: visit.cookie, request: visit.request)
    }

    /// `POST /account/delete`: deletes the account and signs the browser out. If the server cannot revoke the consent
    /// at Apple, the page asks the user to revoke it.
    private func delete(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let receipt = try await deletion.deleteAccount(
            of: visit.caller, context: visit.context)
        let notice: SignInNotice =
            receipt.manualRevocation.isEmpty ? .accountDeleted : .accountDeletedWithConsentAtApple
        return door.signedOut(door.pages.notice(notice, app: visit.caller.app, request: visit.request, status: .ok))
    }

    /// `POST /account/export`: returns the data export as a file. If exports are rate-limited, for example during
    /// another export, the response redirects to the account page.
    private func export(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            return .export(try await exports.export(of: visit.caller, context: visit.context))
        } catch {
            guard error.code == .rateLimited else { throw error }
            return door.back(visit.request)
        }
    }
}
