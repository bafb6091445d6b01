import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes that unlink a provider's identity, resolve a link conflict between two accounts, and undo a merge.
struct AccountLinkRoutes: Sendable {
    let linking: LinkingService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.form("/account/unlink", unlink),
            door.form("/account/decide", decide),
            door.form("/account/merge/undo", undoMerge),
        ]
    }

    /// `POST /account/unlink`: unlinks a provider's identity, and redirects to the account page. An identity that does
    /// not exist, or that is the last sign-in method, leaves the account unchanged without an error.
    private func unlink(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        guard let provider = Provider(rawValue: visit.form["provider"] ?? "") else { return door.back(visit.request) }
        do throws(AccountError) {
            try await linking.unlink(provider, from: visit.caller, context: visit.context)
        } catch {
            guard [.notFound, .lastMethod].contains(error.code) else { throw error }
        }
        return door.back(visit.request)
    }

    /// `POST /account/decide`: merges the user's two accounts, switches to the other one or keeps the current one, as
    /// the user chose. The browser is then signed in to the resulting account.
    private func decide(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        guard let choice = ConflictChoice(rawValue: visit.form["choice"] ?? "") else {
            throw AccountError(.invalidRequest, "unknown choice")
        }
        let result = try await linking.resolveConflict(
            choice, with: Secret(visit.form["ticket"] ?? ""), of: visit.caller, context: visit.context)
        return door.pages.signedIn(result.session, app: visit.caller.app, request: visit.request)
    }

    /// `POST /account/merge/undo`: undoes a merge. If no merge can be undone any more, the response redirects to the
    /// account page without an error.
    private func undoMerge(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            let result = try await linking.undoMerge(of: visit.caller, context: visit.context)
            return door.pages.signedIn(result.session, app: visit.caller.app, request: visit.request)
        } catch {
            guard error.code == .nothingToUndo else { throw error }
            return door.back(visit.request)
        }
    }
}
