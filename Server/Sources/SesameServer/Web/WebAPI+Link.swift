import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebAPI {
    /// `POST /account/unlink`. What is not there any more, or has become the only way in, is no mistake: the page is
    /// shown as it is now.
    func unlink(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            guard let provider = Provider(rawValue: form["provider"] ?? "") else { return back(request) }
            do throws(Refusal) {
                try await accounts.linking.unlink(provider, from: caller, context: request.context(in: caller.app))
            } catch {
                guard [.notFound, .lastMethod].contains(error.code) else { throw error }
            }
            return back(request)
        }
    }

    /// `POST /account/decide`: what becomes of two accounts of one person.
    func decide(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            guard let choice = MergeRequest.Choice(rawValue: form["choice"] ?? "") else {
                throw Refusal(.invalidRequest, "no choice that there is")
            }
            let result = try await accounts.linking.decide(
                choice, with: Secret(form["ticket"] ?? ""), of: caller, context: request.context(in: caller.app))
            return pages.signedIn(result.session, app: caller.app, request: request)
        }
    }

    /// `POST /account/merge/undo`. What cannot be undone any more is no mistake: the page is shown as it is now.
    func undoMerge(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, _ throws(Refusal) in
            do throws(Refusal) {
                let result = try await accounts.linking.undoMerge(of: caller, context: request.context(in: caller.app))
                return pages.signedIn(result.session, app: caller.app, request: request)
            } catch {
                guard error.code == .nothingToUndo else { throw error }
                return back(request)
            }
        }
    }
}
