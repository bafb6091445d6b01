import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebAPI {
    /// `POST /account/devices/remove`. A device that is gone already is no mistake: the page is shown as it is now.
    func removeDevice(_ request: HTTPRequest) async -> HTTPResponse {
        await submit(request) { caller, form throws(Refusal) in
            do throws(Refusal) {
                try await accounts.push.removeDevice(
                    form["installation"] ?? "", of: caller, context: request.context(in: caller.app))
            } catch {
                guard error.code == .notFound else { throw error }
            }
            return back(request)
        }
    }
}
