import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebPages {
    /// Logs and refuses a form that is not from this server's pages.
    func formRefused(_ app: App?, _ request: HTTPRequest, _ log: SecurityLog) -> HTTPResponse {
        log.refused(.foreignForm, request, level: .notice)
        return notice(.formRefused, app: app, request: request, status: .forbidden)
    }

    /// Logs a refusal and returns the page that explains it to the user.
    func refuse(_ refusal: AccountError, _ app: App?, _ request: HTTPRequest, _ log: SecurityLog) -> HTTPResponse {
        log.refused(refusal, request)
        let (notice, status) = SignInNotice.notice(for: refusal)
        var response = self.notice(notice, app: app, request: request, status: status)
        if let seconds = refusal.retryAfter { response.headers.add(name: "Retry-After", value: String(seconds)) }
        return response
    }

    /// Returns the page that explains an error of a request that reached no route.
    @Sendable func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        guard let request = refused.request else { return .text(problem.detail, status: problem.status) }
        return notice(.notice(for: problem), app: nil, request: request, status: problem.status)
    }

    /// Returns the app that a path names; nil if there is none.
    func app(_ path: PathParameters) -> App? {
        AppID(path["app"] ?? "").flatMap { apps[$0] }
    }
}
