import SesameCore
import SesameWire

/// The canonical error codes of Google's APIs (`google.rpc.Code`).
enum RPCStatus: String, Sendable, CaseIterable {
    case cancelled = "CANCELLED"
    case unknown = "UNKNOWN"
    case invalidArgument = "INVALID_ARGUMENT"
    case deadlineExceeded = "DEADLINE_EXCEEDED"
    case notFound = "NOT_FOUND"
    case alreadyExists = "ALREADY_EXISTS"
    case permissionDenied = "PERMISSION_DENIED"
    case unauthenticated = "UNAUTHENTICATED"
    case resourceExhausted = "RESOURCE_EXHAUSTED"
    case failedPrecondition = "FAILED_PRECONDITION"
    case aborted = "ABORTED"
    case outOfRange = "OUT_OF_RANGE"
    case unimplemented = "UNIMPLEMENTED"
    case `internal` = "INTERNAL"
    case unavailable = "UNAVAILABLE"
    case dataLoss = "DATA_LOSS"

    /// The HTTP status to which `google/rpc/code.proto` maps the code.
    var http: Int {
        switch self {
        case .invalidArgument, .failedPrecondition, .outOfRange: 400
        case .unauthenticated: 401
        case .permissionDenied: 403
        case .notFound: 404
        case .alreadyExists, .aborted: 409
        case .resourceExhausted: 429
        case .cancelled: 499
        case .unknown, .internal, .dataLoss: 500
        case .unimplemented: 501
        case .unavailable: 503
        case .deadlineExceeded: 504
        }
    }

    /// The code's number in `google.rpc.Code`.
    /// https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
    var number: Int {
        switch self {
        case .cancelled: 1
        case .unknown: 2
        case .invalidArgument: 3
        case .deadlineExceeded: 4
        case .notFound: 5
        case .alreadyExists: 6
        case .permissionDenied: 7
        case .resourceExhausted: 8
        case .failedPrecondition: 9
        case .aborted: 10
        case .outOfRange: 11
        case .unimplemented: 12
        case .internal: 13
        case .unavailable: 14
        case .dataLoss: 15
        case .unauthenticated: 16
        }
    }

    /// Creates the code for one of Sesame's errors: `FAILED_PRECONDITION` for an incomplete profile or an invalid
    /// onboarding transition, otherwise the code closest to the error's HTTP status.
    init(_ code: AuthError.Code) {
        switch code {
        case .profileIncomplete, .invalidTransition: self = .failedPrecondition
        default: self.init(http: code.httpStatus)
        }
    }

    /// Creates the code that is closest to an HTTP status.
    init(http status: Int) {
        self =
            switch status {
            case 401: .unauthenticated
            case 403: .permissionDenied
            case 404, 405: .notFound
            case 409: .alreadyExists
            case 412: .failedPrecondition
            case 429: .resourceExhausted
            case 503: .unavailable
            case ..<500: .invalidArgument
            default: .internal
            }
    }
}
