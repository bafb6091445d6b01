import Foundation
import Sesame
import SesameCore
import SesameWire

/// Reads what Appwrite answers, and what anything in between answers in its stead: a portal's page or a proxy's error
/// is as good as no server at all.
struct AppwriteAnswer: Sendable {
    let response: TransportResponse
    private let isPersonal: Bool
    private let limits: JSONLimits

    /// - Parameter isPersonal: True if a session's secret was sent: only then can an answer say that it has ended.
    init(_ response: TransportResponse, isPersonal: Bool, limits: JSONLimits = .answer) {
        self.response = response
        self.isPersonal = isPersonal
        self.limits = limits
    }

    /// The body of a success. Throws the server's error, or why there is none.
    func object() throws(AuthError) -> JSONObject {
        guard (200...299).contains(response.status) else { throw refusal }
        guard let body else { throw foreign }
        return body
    }

    /// Holds when something was deleted. A success with a page instead of nothing deleted nothing.
    func checkDeletion() throws(AuthError) {
        guard response.status != 204 else { return }
        throw (200...299).contains(response.status) ? foreign : refusal
    }

    /// The error for an answer that lacks something.
    var foreign: AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the server fails with \(response.status)")
            default: AuthError(.providerUnavailable, "what answers with \(response.status) is no Appwrite server")
            }
        error.retryAfter = retryAfter
        return error
    }

    /// Appwrite's own word for why it refuses, for what depends on that word alone.
    var refusalType: String? {
        body.flatMap { AppwriteRefusal($0, status: response.status) }?.type
    }

    private var refusal: AuthError {
        guard let body, let refusal = AppwriteRefusal(body, status: response.status) else { return foreign }
        var error = refusal.error(isPersonal: isPersonal)
        error.retryAfter = retryAfter
        return error
    }

    private var body: JSONObject? {
        (try? JSONValue(parsing: response.body, limits: limits))?.object
    }

    /// `Retry-After` in seconds, or the end of Appwrite's time window by the server's own clock: that of a device may
    /// be wrong.
    private var retryAfter: Duration? {
        if let seconds = response.headers["retry-after"].flatMap({ Int($0) }) { return Self.bounded(seconds) }
        guard response.status == 429, let reset = response.headers["x-ratelimit-reset"].flatMap({ Int($0) }),
            let now = response.headers["date"].flatMap({ Date(httpDate: $0) })
        else { return nil }
        return Self.bounded(reset - Int(now.timeIntervalSince1970))
    }

    private static func bounded(_ seconds: Int) -> Duration? {
        (0...86_400).contains(seconds) ? .seconds(seconds) : nil
    }
}
