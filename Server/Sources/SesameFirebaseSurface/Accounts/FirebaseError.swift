import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A refusal in the form of Google's services: a status, and a message that begins with a code where clients look for one.
///
/// A refusal of the surface has its words as an attachment; those of the domain are put into words where they are answered.
struct FirebaseError: RefusalAttachment {
    /// The HTTP status.
    let status: Int
    /// `CODE`, or `CODE : what is wrong`; or a sentence, where the vendor has no code.
    let message: String
    /// The name of a canonical code of Google's, where the vendor sends one.
    let name: String?
    /// A word for the kind of refusal.
    let reason: String
    /// Seconds after which a retry makes sense.
    var retryAfter: Int?
    /// True if the surface refuses by itself, and not the domain.
    fileprivate(set) var isOwn = false

    init(_ status: Int, _ message: String, name: String? = nil, reason: String = "invalid") {
        self.status = status
        self.message = message
        self.name = name
        self.reason = reason
    }

    /// A refusal with one of Firebase's codes.
    static func code(_ code: String, _ detail: String? = nil) -> FirebaseError {
        FirebaseError(400, detail.map { "\(code) : \($0)" } ?? code)
    }

    /// A request whose form is wrong.
    static func invalidArgument(_ text: String) -> FirebaseError {
        FirebaseError(400, text, name: "INVALID_ARGUMENT", reason: "badRequest")
    }

    /// A body with a member that is unknown, or of the wrong type.
    static func invalidPayload(_ text: String) -> FirebaseError {
        invalidArgument("Invalid JSON payload received. \(text)")
    }

    static func unauthenticated(_ text: String) -> FirebaseError {
        FirebaseError(401, text, name: "UNAUTHENTICATED", reason: "unauthorized")
    }

    static func permissionDenied(_ text: String) -> FirebaseError {
        FirebaseError(403, text, name: "PERMISSION_DENIED", reason: "forbidden")
    }

    static let notFound = FirebaseError(404, "Not Found", name: "NOT_FOUND", reason: "notFound")

    /// Returns the error for a method of the vendor that is not served.
    static func notImplemented(_ text: String) -> FirebaseError {
        FirebaseError(501, text, name: "NOT_IMPLEMENTED", reason: "unimplemented")
    }

    /// The body that clients read.
    var json: JSONObject {
        var error: JSONObject = ["code": .integer(status), "message": .string(message)]
        error["errors"] = [["message": .string(message), "reason": .string(reason), "domain": "global"]]
        error["status"] = name.map { .string($0) }
        return ["error": .object(error)]
    }

    var response: HTTPResponse {
        var response = HTTPResponse.json(
            JSONValue.object(json).serialized(), status: HTTPResponseStatus(statusCode: status))
        if let retryAfter { response.headers.add(name: "Retry-After", value: String(retryAfter)) }
        if status == 401 { response.headers.add(name: "WWW-Authenticate", value: "Bearer") }
        return response
    }
}

extension Refusal {
    /// A refusal by the surface itself.
    init(_ error: FirebaseError) {
        var words = error
        words.isOwn = true
        // The words say all that clients are told, and nobody asks for the code.
        self = Refusal(.invalidRequest, error.message).with(words)
    }

    /// The refusal, if it is the domain's.
    var ofDomain: Refusal? { words?.isOwn == true ? nil : self }

    /// The words that it has already.
    var words: FirebaseError? { attachment(FirebaseError.self) }

    /// Returns the same refusal in a method's own words, unless it has words already.
    func inWords(_ own: (Refusal) -> Refusal) -> Refusal { words == nil ? own(self) : self }

    /// Returns the same refusal by the domain under another code.
    func saying(_ code: String, _ detail: String? = nil) -> Refusal {
        with(FirebaseError.code(code, detail))
    }

    /// The message that clients get.
    var firebaseMessage: String { FirebaseError(self).message }

    static func firebase(_ code: String, _ detail: String? = nil) -> Refusal {
        Refusal(FirebaseError.code(code, detail))
    }

    static func invalidArgument(_ text: String) -> Refusal { Refusal(FirebaseError.invalidArgument(text)) }

    static func invalidPayload(_ text: String) -> Refusal { Refusal(FirebaseError.invalidPayload(text)) }

    static func permissionDenied(_ text: String) -> Refusal { Refusal(FirebaseError.permissionDenied(text)) }

    static func notImplemented(_ text: String) -> Refusal { Refusal(FirebaseError.notImplemented(text)) }
}
