import Foundation
import Sesame
import SesameCore
import SesameWire

/// A decoder of a response from Appwrite or from an intermediary. The page of a captive portal or the error of a proxy
/// counts as an unavailable server.
struct AppwriteResponseDecoder: Sendable {
    let response: TransportResponse
    private let isPersonal: Bool
    private let limits: JSONLimits

    /// Creates a decoder; the body is parsed on access.
    ///
    /// - Parameter isPersonal: True if a session's secret was sent. Only then can a response mean that the session has
    ///   ended.
    init(_ response: TransportResponse, isPersonal: Bool, limits: JSONLimits = .answer) {
        self.response = response
        self.isPersonal = isPersonal
        self.limits = limits
    }

    /// Returns the body of a successful response. Throws the server's error for any other status, and ``foreign`` if
    /// the body is not a JSON object within the limits.
    func object() throws(AuthError) -> JSONObject {
        guard (200...299).contains(response.status) else { throw refusal }
        guard let body else { throw foreign }
        return body
    }

    /// Throws unless the response has status 204. Any other success is not from Appwrite, so nothing was deleted.
    func checkDeletion() throws(AuthError) {
        guard response.status != 204 else { return }
        throw (200...299).contains(response.status) ? foreign : refusal
    }

    /// The error for a response that lacks a valid body from Appwrite, by HTTP status.
    var foreign: AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the server failed with status \(response.status)")
            default: AuthError(.providerUnavailable, "the response with status \(response.status) is not from Appwrite")
            }
        error.retryAfter = retryAfter
        return error
    }

    /// The `type` of Appwrite's error, for decisions that depend on it alone; nil if the response is not an error from
    /// Appwrite.
    var refusalType: String? {
        body.flatMap { AppwriteErrorResponse($0, status: response.status) }?.type
    }

    private var refusal: AuthError {
        guard let body, let refusal = AppwriteErrorResponse(body, status: response.status) else { return foreign }
        var error = refusal.error(isPersonal: isPersonal)
        error.retryAfter = retryAfter
        return error
    }

    private var body: JSONObject? {
        (try? JSONValue(parsing: response.body, limits: limits))?.object
    }

    /// The time to wait before a retry: `Retry-After` in seconds, or after status 429 the rest of Appwrite's rate-limit
    /// window, by the server's own clock, because the device's may be wrong. Nil if the response has neither, or if the
    /// time is negative or longer than a day.
    private var retryAfter: Duration? {
        if let seconds = response.headers["retry-after"].flatMap({ Int($0) }) { return Self.bounded(seconds) }
        guard response.status == 429, let reset = response.headers["x-ratelimit-reset"].flatMap({ Int($0) }),
            let now = response.headers["date"].flatMap({ Date(httpDate: $0) })
        else { return nil }
        let (seconds, overflow) = reset.subtractingReportingOverflow(Int(now.timeIntervalSince1970))
        return overflow ? nil : Self.bounded(seconds)
    }

    private static func bounded(_ seconds: Int) -> Duration? {
        (0...86_400).contains(seconds) ? .seconds(seconds) : nil
    }
}
