import Sesame
import SesameCore

/// An error of a Google service: `{"error": {"code", "message", "status"}}`, or that in an array where the service
/// answers with one (https://cloud.google.com/apis/design/errors).
///
/// It is the error beneath an ``SesameCore/AuthError``, for developers; what an app acts on is the error's own code.
struct GoogleRefusal: Error, CustomStringConvertible {
    /// The name that the message begins with, for example `EMAIL_EXISTS`; empty when it begins with none.
    let name: String
    /// The canonical name of the kind of error, for example `INVALID_ARGUMENT`.
    let status: String
    /// True if the service has refused the app and not the person: a key of another project, or for another app.
    let isAboutKey: Bool

    /// Reads an answer; nil when it is nothing of Google's.
    init?(_ response: TransportResponse) {
        let json = response.json
        guard let error = (json?.object ?? json?.array?.first?.object)?["error"]?.object, error["code"]?.integer != nil
        else { return nil }
        self.init(error)
    }

    /// A refusal of a callable function, which has no number: `{"error": {"message", "status"}}`
    /// (https://firebase.google.com/docs/functions/callable-reference).
    init?(callable response: TransportResponse) {
        guard let error = response.json?["error"]?.object, error["status"]?.string != nil else { return nil }
        self.init(error)
    }

    /// A refusal that comes with status 200, by its name alone.
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

    /// `WEAK_PASSWORD : Password should be …` and `WEAK_PASSWORD: …` are both named `WEAK_PASSWORD`.
    private static func name(of message: String) -> String {
        let name = message.utf8.prefix { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let rest = message.utf8.dropFirst(name.count).first { $0 != UInt8(ascii: " ") }
        return rest == nil || rest == UInt8(ascii: ":") ? String(decoding: name, as: UTF8.self) : ""
    }

    /// The names alone: a message may quote what was sent.
    var description: String { "GoogleRefusal(\(name.isEmpty ? "-" : name), \(status.isEmpty ? "-" : status))" }
}

extension AuthError {
    /// Returns the error for an answer that says nothing of its own: too many requests, a service that fails, or
    /// something in between that answers in its stead. None of it ends a session.
    static func foreign(_ response: TransportResponse) -> AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the service fails with \(response.status)")
            default: AuthError(.providerUnavailable, "what answers with \(response.status) is not Firebase")
            }
        error.retryAfter = response.retryAfter
        return error
    }

    /// The error of ours for a refusal, with the refusal beneath.
    static func refused(
        _ refusal: GoogleRefusal, _ response: TransportResponse, as code: Code, _ reason: String
    ) -> AuthError {
        var error = AuthError(code, reason, cause: refusal)
        error.retryAfter = response.retryAfter
        return error
    }
}
