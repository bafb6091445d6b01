import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The error of a Firestore or Functions call.
struct RPCError: Error, Sendable {
    let status: RPCStatus
    /// The HTTP status: that of `status`, unless the refusal has its own.
    let http: Int
    /// A message for developers, without secrets or personal data.
    let message: String
    /// The members of the request, or the profile fields, that are invalid.
    var fields: [String] = []
    /// The value of the `Retry-After` header in seconds; nil for no header.
    var retryAfter: Int?
    /// The domain's refusal, for the log; nil for other errors.
    private(set) var refusal: AccountError?

    init(_ status: RPCStatus, _ message: String, http: Int? = nil) {
        self.status = status
        self.http = http ?? status.http
        self.message = message
    }

    static func invalid(_ message: String) -> RPCError { RPCError(.invalidArgument, message) }

    /// The permission error of the security rules. It does not reveal if the document exists.
    static let denied = RPCError(.permissionDenied, "Missing or insufficient permissions.")
}

extension RPCError {
    /// Creates the error for a refusal by the account methods.
    init(firebase refusal: AccountError) {
        let error = FirebaseError(refusal)
        self.init(RPCStatus(http: error.status), error.message, http: error.status)
        self.refusal = refusal.ofDomain
    }

    /// Creates the error for a refusal by the domain.
    init(_ refusal: AccountError) {
        self.init(RPCStatus(refusal.code), refusal.reason)
        if let missing = refusal.missing {
            self = RPCError(status, "\(message): \(missing.joined(separator: ", "))")
            fields = missing
        } else if let field = refusal.field {
            fields = [field]
        }
        retryAfter = refusal.retryAfter
        self.refusal = refusal
    }

    /// The body in the format of Google's APIs, with a violation for each of the ``fields``.
    var json: JSONValue {
        var error: JSONObject = [
            "code": .integer(http), "message": .string(message), "status": .string(status.rawValue),
        ]
        if !fields.isEmpty {
            let violations = fields.map { JSONValue.object(["field": .string($0), "description": .string(message)]) }
            error["details"] = [
                ["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": .array(violations)]
            ]
        }
        return ["error": .object(error)]
    }

    func response(_ body: JSONValue) -> HTTPResponse {
        var response = HTTPResponse.json(body.serialized(), status: HTTPResponseStatus(statusCode: http))
        if let retryAfter { response.headers.add(name: "Retry-After", value: String(retryAfter)) }
        if status == .unauthenticated { response.headers.add(name: "WWW-Authenticate", value: "Bearer") }
        return response
    }
}
