import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension AppwriteError {
    /// Creates the error for a refusal: the Appwrite error attached to the refusal or, if there is none, the error for
    /// the refusal's code.
    ///
    /// - Parameter missing: The route's error if the requested resource does not exist.
    init(_ refusal: AccountError, missing: AppwriteError) {
        if let own = refusal.attachment(AppwriteError.self) {
            self = own
            return
        }
        switch refusal.code {
        case .notFound: self = missing
        case .notAuthenticated, .sessionEnded, .sessionRevoked: self = .guest
        case .userDeleted: self = .userNotFound
        case .userDisabled: self = .blocked
        case .reauthenticationRequired: self = .confirmationRequired
        case .secondFactorRequired: self = .moreFactors
        case .insufficientScope:
            self.init("general_unauthorized_scope", .unauthorized, refusal.reason, code: refusal.code)
        case .invalidCredentials: self = .invalidCredentials
        case .invalidToken:
            self.init(
                "user_oauth2_token_invalid", .unauthorized, "Invalid token: \(refusal.reason)", code: refusal.code)
        case .invalidNonce:
            self.init(
                "user_oauth2_token_invalid", .unauthorized, "Invalid nonce: \(refusal.reason)", code: refusal.code)
        case .ticketExpired:
            self.init("user_invalid_token", .unauthorized, "Invalid token: \(refusal.reason)", code: refusal.code)
        case .providerRequired:
            self.init(
                "project_provider_disabled", .preconditionFailed, "This sign-in method is disabled: \(refusal.reason)",
                code: refusal.code)
        case .accountNotFound:
            self.init("user_not_found", .notFound, refusal.reason, code: refusal.code)
        case .credentialInUse where refusal.field == "email":
            self.init(
                "user_email_already_exists", .conflict, "A user with the same email already exists.",
                code: refusal.code)
        case .credentialInUse where refusal.field == "phone":
            self.init(
                "user_phone_already_exists", .conflict, "A user with the same phone already exists.",
                code: refusal.code)
        case .credentialInUse, .providerAlreadyLinked:
            self.init("user_already_exists", .conflict, refusal.reason, code: refusal.code)
        case .lastMethod:
            self.init("general_bad_request", .badRequest, refusal.reason, code: refusal.code)
        case .roleMismatch, .readOnlyField:
            self.init("general_access_forbidden", .unauthorized, refusal.reason, code: refusal.code)
        case .rateLimited:
            self.init(
                "general_rate_limit_exceeded", .tooManyRequests, "Too many requests: \(refusal.reason)",
                code: refusal.code)
        case .providerUnavailable, .storageUnavailable:
            self.init("general_server_error", .serviceUnavailable, refusal.reason, code: refusal.code)
        case .invalidRequest, .weakPassword, .profileIncomplete, .invalidTransition, .preconditionFailed:
            self = .argument(Self.names[refusal.field ?? "body"] ?? refusal.field ?? "body", refusal.reason)
        default: self = .unknown
        }
        retryAfter = refusal.retryAfter
    }

    /// Appwrite's name of each member that has a different name in the native API, by the native name.
    private static let names = ["displayName": "name", "preferences": "prefs"]

    /// Creates the error for a request that the HTTP layer rejected itself, for example because of an unknown path, a
    /// rate limit, a body that is too large, or a timeout.
    init(_ problem: HTTPError) {
        switch problem.status {
        case .notFound, .methodNotAllowed: self = .routeNotFound
        case .tooManyRequests:
            self.init("general_rate_limit_exceeded", problem.status, problem.detail, code: .rateLimited)
        case let status where status.code >= 500:
            self.init("general_server_error", status, problem.detail, code: .internal)
        // Appwrite has no separate status for a request that is too large.
        case .payloadTooLarge: self.init("general_argument_invalid", .badRequest, problem.detail, code: .invalidRequest)
        default: self.init("general_argument_invalid", problem.status, problem.detail, code: .invalidRequest)
        }
        retryAfter = problem.retryAfter
    }
}
