import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebPages {
    /// Logs a form that was not sent from this server's pages, and returns the page that refuses the form with status
    /// 403.
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

    /// Returns the page for an error found before a route's handler runs, such as an unknown path; plain text if the
    /// request could not be parsed.
    @Sendable func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        guard let request = refused.request else { return .text(problem.detail, status: problem.status) }
        return notice(.notice(for: problem), app: nil, request: request, status: problem.status)
    }

    /// Returns the app of the path parameter `app`; nil if no such app is configured.
    func app(_ path: PathParameters) -> App? {
        AppID(path["app"] ?? "").flatMap { apps[$0] }
    }
}
