import Sesame
import SesameCore

/// An error of a Google service: `{"error": {"code", "message", "status"}}`, or an array with that object if the
/// service responds with arrays (https://cloud.google.com/apis/design/errors).
///
/// It is the underlying error of an ``SesameCore/AuthError``, for developers; an app acts on the `AuthError`'s code.
struct GoogleAPIError: Error, CustomStringConvertible {
    /// The name at the start of the message, for example `EMAIL_EXISTS`; empty if it has none.
    let name: String
    /// The canonical code of the error, for example `INVALID_ARGUMENT`; empty if the response has none.
    let status: String
    /// True if the service rejected the API key, or is not enabled in the project; the user's credentials are not the
    /// cause.
    let isAboutKey: Bool

    /// Parses a response; returns nil if it contains no error of a Google service.
    init?(_ response: TransportResponse) {
        let json = response.json
        guard let error = (json?.object ?? json?.array?.first?.object)?["error"]?.object, error["code"]?.integer != nil
        else { return nil }
        self.init(error)
    }

    /// Parses the error of a callable function, which has no number: `{"error": {"message", "status"}}`
    /// (https://firebase.google.com/docs/functions/callable-reference). Returns nil if the response contains no such
    /// error.
    init?(callable response: TransportResponse) {
        guard let error = response.json?["error"]?.object, error["status"]?.string != nil else { return nil }
        self.init(error)
    }

    /// Creates an error from the name in a response with status 200.
    init(name: String) {
        self.name = Self.name(of: name)
        status = ""
        isAboutKey = false
    }

    private init?(_ error: JSONObject) {
        guard let message = error["message"]?.string else { return nil }
        name = Self.name(of: message)
        status = error["status"]?.string ?? ""
        let reasons = (error["details"]?.array ?? []).compactMap { $0["reason"]?.string }
        isAboutKey = reasons.contains { $0.hasPrefix("API_KEY_") || $0 == "SERVICE_DISABLED" }
    }

    /// Returns the name in a message. `WEAK_PASSWORD : Password should be …` and `WEAK_PASSWORD: …` are both named
    /// `WEAK_PASSWORD`.
    private static func name(of message: String) -> String {
        let name = message.utf8.prefix { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let rest = message.utf8.dropFirst(name.count).first { $0 != UInt8(ascii: " ") }
        return rest == nil || rest == UInt8(ascii: ":") ? String(decoding: name, as: UTF8.self) : ""
    }

    /// The error's name and status without the message, because a message may quote the request.
    var description: String { "GoogleAPIError(\(name.isEmpty ? "-" : name), \(status.isEmpty ? "-" : status))" }
}

extension AuthError {
    /// Returns the error for a response without a Google error: too many requests, a failing service, or an
    /// intermediary's page. None of them ends a session.
    static func foreign(_ response: TransportResponse) -> AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the service responds with status \(response.status)")
            default:
                AuthError(
                    .providerUnavailable, "the response with status \(response.status) is not a Firebase response")
            }
        error.retryAfter = response.retryAfter
        return error
    }

    /// Returns an `AuthError` with the Google error as its underlying error, and with the response's time to wait
    /// before a retry.
    static func refused(
        _ refusal: GoogleAPIError, _ response: TransportResponse, as code: Code, _ reason: String
    ) -> AuthError {
        var error = AuthError(code, reason, cause: refusal)
        error.retryAfter = response.retryAfter
        return error
    }
}
