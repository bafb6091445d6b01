import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The result of an FCM request `messages:send`, derived from the response.
///
/// The error code is in a detail of FCM's own type. If that detail is missing, the error's status or else the HTTP
/// status is used, which are less specific. Only FCM's own code marks a registration token as expired, because a wrong
/// project also causes a 404.
enum FCMSendResult: Equatable {
    /// FCM accepted the message.
    case sent
    /// The registration token or installation id has expired.
    case unregistered
    /// The registration token or installation id was never valid.
    case invalidReceiver
    /// FCM will never accept this message.
    case refused(String)
    /// The device is registered with another Firebase project.
    case senderMismatch
    /// FCM rejected the access token.
    case unauthorized
    /// FCM cannot accept the message at present. `retryAfter` is the pause in seconds that FCM requests; nil for none.
    /// If a quota is exceeded, it is 60 by default.
    case failed(String, retryAfter: TimeInterval?)
    /// The operator's settings at Google prevent the delivery; frequent retries do not help.
    case misconfigured(String)

    init(_ response: OutgoingResponse, now: Date) {
        guard response.status != 200 else {
            self = .sent
            return
        }
        let error = (try? JSONValue(parsing: response.body))?["error"]
        let word = Self.word(error, status: response.status)
        let own = Self.ownCode(error)
        switch word {
        case "UNREGISTERED" where own != nil: self = .unregistered
        case "INVALID_ARGUMENT":
            self = Self.isAboutReceiver(error) ? .invalidReceiver : .refused(word)
        case "SENDER_ID_MISMATCH": self = .senderMismatch
        case "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED":
            self = .failed("QUOTA_EXCEEDED", retryAfter: response.retryAfter(at: now) ?? 60)
        case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR": self = .misconfigured("THIRD_PARTY_AUTH_ERROR")
        case "UNAUTHENTICATED": self = .unauthorized
        case "PERMISSION_DENIED", "NOT_FOUND": self = .misconfigured(word)
        case "INTERNAL", "UNAVAILABLE": self = .failed(word, retryAfter: response.retryAfter(at: now))
        default:
            self =
                (400..<500).contains(response.status) && response.status != 408
                ? .refused(word) : .failed(word, retryAfter: response.retryAfter(at: now))
        }
    }

    private static func word(_ error: JSONValue?, status: Int) -> String {
        let given = ownCode(error) ?? error?["status"]?.string ?? ""
        let isWord =
            (1...60).contains(given.utf8.count)
            && given.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        if isWord { return given }
        return switch status {
        case 400: "INVALID_ARGUMENT"
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404: "NOT_FOUND"
        case 429: "QUOTA_EXCEEDED"
        case 500: "INTERNAL"
        case 503: "UNAVAILABLE"
        default: "HTTP_\(status)"
        }
    }

    /// Returns the `errorCode` in the error's detail of FCM's own type; nil if there is none.
    private static func ownCode(_ error: JSONValue?) -> String? {
        detail("type.googleapis.com/google.firebase.fcm.v1.FcmError", of: error)?["errorCode"]?.string
    }

    private static func isAboutReceiver(_ error: JSONValue?) -> Bool {
        ownCode(error) != nil && detail("type.googleapis.com/google.rpc.BadRequest", of: error) == nil
            && error?["message"]?.string?.contains("not a valid FCM registration token") == true
    }

    private static func detail(_ type: String, of error: JSONValue?) -> JSONValue? {
        error?["details"]?.array?.first { $0["@type"]?.string?.hasSameBytes(as: type) == true }
    }
}
