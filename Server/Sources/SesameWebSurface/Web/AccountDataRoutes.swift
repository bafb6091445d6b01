import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes of export and deletion.
struct AccountDataRoutes: Sendable {
    let sessions: SessionService
    let deletion: DeletionService
    let exports: ExportService
    let door: AccountDoor

    var routes: [Route] {
        [
            door.page("/account/delete", confirmDeletion),
            door.form("/account/delete", delete),
            door.form("/account/export", export),
        ]
    }

    /// `GET /account/delete`.
    private func confirmDeletion(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        let view = try await sessions.account(of: visit.caller)
        if visit.caller.mustConfirm(view) {
            return door.pages.confirm(view, visit.caller, for: .deletion, request: visit.request)
        }
        return door.pages.confirmDeletion(visit.caller, cookie: visit.cookie, request: visit.request)
    }

    /// `POST /account/delete`.
    private func delete(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        let receipt = try await deletion.deleteAccount(
            of: visit.caller, context: visit.context)
        let notice: SignInNotice =
            receipt.manualRevocation.isEmpty ? .accountDeleted : .accountDeletedWithConsentAtApple
        return door.signedOut(door.pages.notice(notice, app: visit.caller.app, request: visit.request, status: .ok))
    }

    /// `POST /account/export`: a file for the browser. While one is on its way already, the page stays as it is.
    private func export(_ visit: AccountVisit) async throws(Refusal) -> HTTPResponse {
        do throws(Refusal) {
            return .export(try await exports.export(of: visit.caller, context: visit.context))
        } catch {
            guard error.code == .rateLimited else { throw error }
            return door.back(visit.request)
        }
    }
}
