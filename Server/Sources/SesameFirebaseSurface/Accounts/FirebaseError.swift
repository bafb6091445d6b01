import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An error in the format of Google's APIs: a status, and a message that begins with the code that clients check.
///
/// A refusal by the Firebase surface has a `FirebaseError` as its attachment; a refusal by the domain is converted when
/// the response is created.
struct FirebaseError: RefusalAttachment {
    let status: Int
    /// The message: `CODE`, `CODE : detail`, or a sentence if Firebase has no code.
    let message: String
    /// The canonical error code of Google's APIs, for example `INVALID_ARGUMENT`; nil if Firebase sends none.
    let name: String?
    /// The `reason` in the body's list of errors, for example `invalid`.
    let reason: String
    /// The value of the `Retry-After` header in seconds; nil for no header.
    var retryAfter: Int?
    /// True if the refusal comes from the surface and not from the domain.
    fileprivate(set) var isOwn = false

    init(_ status: Int, _ message: String, name: String? = nil, reason: String = "invalid") {
        self.status = status
        self.message = message
        self.name = name
        self.reason = reason
    }

    /// Returns a 400 error with a Firebase error code, followed by a detail if there is one.
    static func code(_ code: String, _ detail: String? = nil) -> FirebaseError {
        FirebaseError(400, detail.map { "\(code) : \($0)" } ?? code)
    }

    /// Returns a 400 error with the text as its message and without a Firebase error code.
    static func invalidArgument(_ text: String) -> FirebaseError {
        FirebaseError(400, text, name: "INVALID_ARGUMENT", reason: "badRequest")
    }

    /// Returns the error for a body that is not a JSON object, or that has an unknown, duplicate or wrongly typed
    /// member.
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

    /// Returns the 501 error for a Firebase method or feature that is not supported.
    static func notImplemented(_ text: String) -> FirebaseError {
        FirebaseError(501, text, name: "NOT_IMPLEMENTED", reason: "unimplemented")
    }

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

extension AccountError {
    /// Creates a refusal by the surface itself. The response is the given Firebase error.
    init(_ error: FirebaseError) {
        var words = error
        words.isOwn = true
        // The attached error is the whole response, so that the code has no effect.
        self = AccountError(.invalidRequest, error.message).with(words)
    }

    /// The refusal if it comes from the domain; nil otherwise.
    var ofDomain: AccountError? { words?.isOwn == true ? nil : self }

    /// The attached Firebase error; nil if there is none.
    var words: FirebaseError? { attachment(FirebaseError.self) }

    /// Returns the refusal mapped to a method's own Firebase error; unchanged if the refusal already has a Firebase
    /// error.
    func inWords(_ own: (AccountError) -> AccountError) -> AccountError { words == nil ? own(self) : self }

    /// Returns the refusal with the given Firebase error code in place of the default one.
    func saying(_ code: String, _ detail: String? = nil) -> AccountError {
        with(FirebaseError.code(code, detail))
    }

    /// The message in the response's body, which begins with a Firebase error code if there is one.
    var firebaseMessage: String { FirebaseError(self).message }

    static func firebase(_ code: String, _ detail: String? = nil) -> AccountError {
        AccountError(FirebaseError.code(code, detail))
    }

    static func invalidArgument(_ text: String) -> AccountError { AccountError(FirebaseError.invalidArgument(text)) }

    static func invalidPayload(_ text: String) -> AccountError { AccountError(FirebaseError.invalidPayload(text)) }

    static func permissionDenied(_ text: String) -> AccountError { AccountError(FirebaseError.permissionDenied(text)) }

    static func notImplemented(_ text: String) -> AccountError { AccountError(FirebaseError.notImplemented(text)) }
}
