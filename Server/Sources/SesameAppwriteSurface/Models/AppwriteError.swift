import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The error of a request in Appwrite's protocol.
///
/// Refusals of this surface carry an `AppwriteError` as an attachment; refusals of the domain are converted when the
/// response is created.
struct AppwriteError: RefusalAttachment {
    /// The version of Appwrite whose protocol is implemented, as stated in errors.
    static let version = "1.9.6"

    /// The error type that clients check.
    let type: String
    /// The HTTP status, also stated in the body.
    let status: HTTPResponseStatus
    /// A message for developers, without secrets or personal data.
    let message: String
    /// The native error code, for logs, metrics and limits.
    fileprivate let code: AuthError.Code
    /// True for the error of a caller without a credential, which does not count as a failed attempt.
    fileprivate var isOfNothing = false
    /// The number of seconds after which the client may retry; nil if a retry does not depend on time.
    var retryAfter: Int?

    init(
        _ type: String, _ status: HTTPResponseStatus, _ message: String, code: AuthError.Code, retryAfter: Int? = nil
    ) {
        self.code = code
        self.type = type
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The HTTP response, with Appwrite's error model as its JSON body.
    var response: HTTPResponse {
        let json: JSONObject = [
            "message": .string(message), "code": .integer(status.code), "type": .string(type),
            "version": .string(Self.version),
        ]
        var response = HTTPResponse.json(JSONValue.object(json).serialized(), status: status)
        if let retryAfter { response.headers.add(name: "Retry-After", value: String(retryAfter)) }
        return response
    }
}

extension AccountError {
    /// Returns a refusal with the given Appwrite error attached.
    static func appwrite(_ problem: AppwriteError) -> AccountError {
        var refusal = AccountError(problem.code, problem.message).with(problem)
        refusal.isOfNothing = problem.isOfNothing
        return refusal
    }
}

extension AppwriteError {
    /// Returns the 400 error for an invalid parameter.
    static func argument(_ name: String, _ reason: String) -> AppwriteError {
        AppwriteError(
            "general_argument_invalid", .badRequest, "Invalid `\(name)` param: \(reason)", code: .invalidRequest)
    }

    /// Returns the 401 error for a request without a sufficient credential.
    ///
    /// - Parameter role: ``guests`` for a caller without a credential, or ``applications`` for an API key.
    static func unauthorized(role: String, missing scope: String) -> AppwriteError {
        let isGuest = role == guests
        var problem = AppwriteError(
            "general_unauthorized_scope", .unauthorized, "User (role: \(role)) missing scopes ([\"\(scope)\"])",
            code: isGuest ? .notAuthenticated : .insufficientScope)
        problem.isOfNothing = isGuest
        return problem
    }

    /// The role of clients without a valid credential.
    static let guests = "guests"
    /// The role of back ends that call with an API key.
    static let applications = "applications"

    static let guest = unauthorized(role: guests, missing: "account")
    static let projectNotFound = AppwriteError(
        "project_not_found", .notFound, "Project with the requested ID could not be found.", code: .notFound)
    static let routeNotFound = AppwriteError(
        "general_route_not_found", .notFound, "Not found", code: .notFound)
    static let unknownOrigin = AppwriteError(
        "general_unknown_origin", .forbidden, "This origin is not allowed: add it to the origins of the app's project.",
        code: .insufficientScope)
    static let userNotFound = AppwriteError(
        "user_not_found", .notFound, "User with the requested ID could not be found.", code: .notFound)
    static let sessionNotFound = AppwriteError(
        "user_session_not_found", .notFound, "The current user session could not be found.", code: .notFound)
    static let identityNotFound = AppwriteError(
        "user_identity_not_found", .notFound, "The identity could not be found.", code: .notFound)
    static let targetNotFound = AppwriteError(
        "user_target_not_found", .notFound, "The target could not be found.", code: .notFound)
    static let targetExists = AppwriteError(
        "user_target_already_exists", .conflict, "A target with the same ID already exists.", code: .invalidRequest)
    static let targetInUse = AppwriteError(
        "user_target_already_exists", .conflict, "A target with the same identifier already exists.",
        code: .credentialInUse)
    static let sessionExists = AppwriteError(
        "user_session_already_exists", .unauthorized,
        "Creation of a session is prohibited when a session is active.", code: .invalidRequest)
    static let userExists = AppwriteError(
        "user_already_exists", .conflict,
        "A user with the same id, email, or phone already exists in this project.", code: .credentialInUse)
    static let invalidCredentials = AppwriteError(
        "user_invalid_credentials", .unauthorized, "Invalid credentials. Please check the email and password.",
        code: .invalidCredentials)
    static let methodUnsupported = AppwriteError(
        "user_auth_method_unsupported", .notImplemented,
        "The requested authentication method is either disabled or unsupported.", code: .providerRequired)
    static let pseudonymous = AppwriteError(
        "general_argument_invalid", .badRequest,
        "Email addresses, phone numbers, passwords and personal data are not allowed in pseudonymous apps.",
        code: .invalidRequest)
    static let blocked = AppwriteError(
        "user_blocked", .unauthorized, "The current user has been blocked.", code: .userDisabled)
    static let jwtInvalid = AppwriteError(
        "user_jwt_invalid", .unauthorized,
        "The JWT token is invalid. Please check the value of the X-Appwrite-JWT header.",
        code: .notAuthenticated)
    static let jwtAndSession = AppwriteError(
        "user_jwt_and_cookie_set", .forbidden, "The request has both a JWT and a session: send only one of them.",
        code: .invalidRequest)
    static let keyAndSession = AppwriteError(
        "user_api_key_and_session_set", .forbidden, "API key and session used in same request.", code: .invalidRequest)
    static let jwtDenied = AppwriteError(
        "user_jwt_creation_denied", .forbidden, "A JWT cannot be used to create a JWT.", code: .invalidRequest)
    static let confirmationRequired = AppwriteError(
        "user_challenge_required", .unauthorized, "This requires a sign-in within the last few minutes: sign in again.",
        code: .reauthenticationRequired)
    /// Returns the 400 error for an invalid list query.
    static func query(_ reason: String) -> AppwriteError { argument("queries", "Invalid query: \(reason)") }
    static let searchUnsupported = AppwriteError(
        "general_query_invalid", .badRequest, "This list cannot be searched.", code: .invalidRequest)
    static let listTooLong = AppwriteError(
        "database_timeout", .requestTimeout,
        "The list took too long: it has too many entries for a query without an index. Request less.",
        code: .invalidRequest)
    static let cursorNotFound = AppwriteError(
        "general_cursor_not_found", .badRequest, "The cursor is invalid: the list has no entry with this ID.",
        code: .invalidRequest)
    static let emailNotFound = AppwriteError(
        "user_email_not_found", .badRequest, "The current user does not have an email address.", code: .invalidRequest)
    static let phoneNotFound = AppwriteError(
        "user_phone_not_found", .badRequest, "The current user does not have a phone number.", code: .invalidRequest)
    static let emailVerified = AppwriteError(
        "user_email_already_verified", .conflict, "User email is already verified.", code: .invalidRequest)
    static let phoneVerified = AppwriteError(
        "user_phone_already_verified", .conflict, "User phone is already verified.", code: .invalidRequest)
    static let unknown = AppwriteError(
        "general_unknown", .internalServerError, "Server Error", code: .internal)
}
