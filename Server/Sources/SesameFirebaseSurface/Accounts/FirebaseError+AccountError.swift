import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension FirebaseError {
    /// Creates the error of a refusal: the Firebase error attached to the refusal or, if there is none, the error for
    /// the refusal's error code.
    init(_ refusal: AccountError) {
        self = refusal.words ?? Self.words(for: refusal)
        retryAfter = refusal.retryAfter
    }

    /// Returns the Firebase error for a refusal's code. Only a fault or an outage becomes a 5xx error, because
    /// administrative clients retry after a 5xx.
    private static func words(for refusal: AccountError) -> FirebaseError {
        switch refusal.code {
        case .notAuthenticated: .code("INVALID_ID_TOKEN")
        case .sessionEnded, .sessionRevoked: .code("TOKEN_EXPIRED")
        case .userDeleted, .accountNotFound: .code("USER_NOT_FOUND")
        case .userDisabled: .code("USER_DISABLED")
        case .invalidToken: .code("INVALID_IDP_RESPONSE", refusal.reason)
        case .invalidCredentials: .code("INVALID_LOGIN_CREDENTIALS")
        case .weakPassword:
            .code(
                "WEAK_PASSWORD",
                refusal.minimum.map { "Password should be at least \($0) characters" } ?? refusal.reason)
        case .invalidNonce: .code("MISSING_OR_INVALID_NONCE", refusal.reason)
        case .providerRequired, .roleMismatch, .profileIncomplete: .code("OPERATION_NOT_ALLOWED", refusal.reason)
        case .secondFactorRequired: .code("SECOND_FACTOR_REQUIRED", refusal.reason)
        case .reauthenticationRequired: .code("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        case .credentialInUse, .providerAlreadyLinked: .code("FEDERATED_USER_ID_ALREADY_LINKED")
        case .invalidTransition where refusal.field == "email": .code("UNVERIFIED_EMAIL", refusal.reason)
        case .lastMethod: .code("OPERATION_NOT_ALLOWED", refusal.reason)
        case .rateLimited where refusal.cap.map { $0.scope != .receiver } == true:
            .code("QUOTA_EXCEEDED", refusal.reason)
        case .rateLimited: .code("TOO_MANY_ATTEMPTS_TRY_LATER", refusal.reason)
        case .notFound: .notFound
        case .insufficientScope: .permissionDenied("INSUFFICIENT_PERMISSION : \(refusal.reason)")
        case .storageUnavailable, .providerUnavailable:
            FirebaseError(503, refusal.reason, name: "UNAVAILABLE", reason: "backendError")
        case .internal: FirebaseError(500, "INTERNAL_ERROR", name: "INTERNAL", reason: "backendError")
        default: .invalidArgument(refusal.reason)
        }
    }

    /// Creates the Firebase error for an error of the HTTP layer, for example an unknown path or a body that is too
    /// large.
    init(_ problem: HTTPError) {
        self =
            switch problem.status {
            case .notFound, .methodNotAllowed: .notFound
            case .tooManyRequests: .code("TOO_MANY_ATTEMPTS_TRY_LATER", problem.detail)
            case .serviceUnavailable:
                FirebaseError(503, problem.detail, name: "UNAVAILABLE", reason: "backendError")
            case let status where status.code >= 500:
                FirebaseError(500, "INTERNAL_ERROR", name: "INTERNAL", reason: "backendError")
            default:
                FirebaseError(Int(problem.status.code), problem.detail, name: "INVALID_ARGUMENT", reason: "badRequest")
            }
        retryAfter = problem.retryAfter
    }
}
