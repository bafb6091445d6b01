import SesameCore
import SesameWire

/// A simulated failure of FCM, for one recipient or for all.
struct FCMFault: Sendable, Hashable {
    /// The type of a fault: an error by its name in FCM's documentation, or another failure.
    enum Kind: String, Sendable, CaseIterable {
        case unregistered = "UNREGISTERED"
        /// The token was never valid.
        case invalidToken = "INVALID_TOKEN"
        /// The message is invalid, but its recipient is valid.
        case invalidArgument = "INVALID_ARGUMENT"
        case senderIDMismatch = "SENDER_ID_MISMATCH"
        case quotaExceeded = "QUOTA_EXCEEDED"
        case unavailable = "UNAVAILABLE"
        case `internal` = "INTERNAL"
        case thirdPartyAuth = "THIRD_PARTY_AUTH_ERROR"
        /// The access token is rejected.
        case unauthenticated = "UNAUTHENTICATED"
        /// The project does not exist: a 404 without `UNREGISTERED`, so the token may still be valid.
        case notFound = "NOT_FOUND"
        /// The message is accepted, but the response is lost.
        case lostAnswer = "LOST_ANSWER"
    }

    let kind: Kind
    /// The affected recipient: a token, an installation id, a topic or a condition; nil for all.
    let receiver: String?
    /// The `Retry-After` of the response, in seconds.
    let retryAfter: Int?
    /// The number of times that the fault still occurs; nil if it stays until it is removed.
    var times: Int?

    func strikes(_ receiver: String) -> Bool {
        self.receiver.map { $0.hasSameBytes(as: receiver) } ?? true
    }

    var json: JSONValue {
        var json: JSONObject = ["error": .string(kind.rawValue)]
        json["receiver"] = receiver.map(JSONValue.string)
        json["retryAfter"] = retryAfter.map(JSONValue.integer)
        json["times"] = times.map(JSONValue.integer)
        return .object(json)
    }
}

/// The error response with which FCM rejects a request.
struct FCMErrorResponse: Error {
    let status: Int
    let word: String
    let message: String
    /// The `errorCode` of the detail `FcmError`; nil if the response has no such detail.
    var code: String?
    /// True if the response has a `BadRequest` detail with a violation of the field `message`.
    var isAboutField = false
    var retryAfter: Int?

    init(_ status: Int, _ word: String, _ message: String, code: String? = nil) {
        self.status = status
        self.word = word
        self.message = message
        self.code = code
    }

    /// Creates the error response of a fault; nil for ``FCMFault/Kind/lostAnswer``, which has none.
    init?(_ fault: FCMFault) {
        switch fault.kind {
        case .unregistered: self.init(404, "NOT_FOUND", "Requested entity was not found.", code: "UNREGISTERED")
        case .invalidToken:
            self.init(
                400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token",
                code: "INVALID_ARGUMENT")
        case .invalidArgument:
            self.init(400, "INVALID_ARGUMENT", "Request contains an invalid argument.", code: "INVALID_ARGUMENT")
            isAboutField = true
        case .senderIDMismatch:
            self.init(403, "PERMISSION_DENIED", "SenderId mismatch", code: "SENDER_ID_MISMATCH")
        case .quotaExceeded:
            self.init(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", code: "QUOTA_EXCEEDED")
        case .unavailable:
            self.init(503, "UNAVAILABLE", "The service is currently unavailable.", code: "UNAVAILABLE")
        case .internal: self.init(500, "INTERNAL", "Internal error encountered.", code: "INTERNAL")
        case .thirdPartyAuth:
            self.init(
                401, "UNAUTHENTICATED", "Auth error from APNS or Web Push Service", code: "THIRD_PARTY_AUTH_ERROR")
        case .unauthenticated: self = .unauthenticated
        case .notFound: self.init(404, "NOT_FOUND", "Requested entity was not found.")
        case .lostAnswer: return nil
        }
        retryAfter = fault.retryAfter
    }

    static let unauthenticated = FCMErrorResponse(
        401, "UNAUTHENTICATED",
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
            + "authentication credential.")

    static func invalid(_ message: String) -> FCMErrorResponse {
        var refusal = FCMErrorResponse(400, "INVALID_ARGUMENT", message, code: "INVALID_ARGUMENT")
        refusal.isAboutField = true
        return refusal
    }

    /// The response's body in the format of Google's APIs.
    var json: JSONObject {
        var details: [JSONValue] = []
        if let code {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code),
            ])
        }
        if isAboutField {
            details.append([
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [["field": "message", "description": .string(message)]],
            ])
        }
        var error: JSONObject = [
            "code": .integer(status), "message": .string(message), "status": .string(word),
        ]
        if !details.isEmpty { error["details"] = .array(details) }
        return ["error": .object(error)]
    }
}
