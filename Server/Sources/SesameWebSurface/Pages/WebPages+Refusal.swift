import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension WebPages {
    /// Refuses a form that is none of ours.
    func formRefused(_ app: App?, _ request: HTTPRequest, _ log: SecurityLog) -> HTTPResponse {
        log.refused(.foreignForm, request, level: .notice)
        return notice(.formRefused, app: app, request: request, status: .forbidden)
    }

    /// Says what a refusal means for a person.
    func refuse(_ refusal: Refusal, _ app: App?, _ request: HTTPRequest, _ log: SecurityLog) -> HTTPResponse {
        log.refused(refusal, request)
        let (notice, status) = SignInNotice.notice(for: refusal)
        var response = self.notice(notice, app: app, request: request, status: status)
        if let seconds = refusal.retryAfter { response.headers.add(name: "Retry-After", value: String(seconds)) }
        return response
    }

    /// Says on a page what was wrong with a request that no route answers.
    @Sendable func render(_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse {
        guard let request = refused.request else { return .text(problem.detail, status: problem.status) }
        return notice(.notice(for: problem), app: nil, request: request, status: problem.status)
    }

    /// The app that a path names.
    func app(_ path: PathParameters) -> App? {
        AppID(path["app"] ?? "").flatMap { apps[$0] }
    }
}
