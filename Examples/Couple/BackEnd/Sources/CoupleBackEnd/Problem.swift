/// A reason to refuse a request, which the app reads in `error`.
enum Problem: String, Error {
    /// No token, or not a good one.
    case notAuthenticated = "not_authenticated"
    /// There is nothing at that address.
    case notFound = "not_found"
    /// The body is not what was expected.
    case invalidRequest = "invalid_request"
    /// Nobody offers that code, or not any more; or it is no gift's.
    case unknownCode = "unknown_code"
    /// It is the person's own code.
    case ownCode = "own_code"
    /// One of the two has a partner.
    case hasPartner = "has_partner"
    /// Too many codes within the hour.
    case tooManyTries = "too_many_tries"
    /// The server of Sesame, or this machine's disk, cannot be written to now; the same request may be sent again.
    case unavailable

    /// The status of the answer.
    var status: Int {
        switch self {
        case .invalidRequest: 400
        case .notAuthenticated: 401
        case .notFound, .unknownCode: 404
        case .ownCode, .hasPartner: 409
        case .tooManyTries: 429
        case .unavailable: 503
        }
    }
}
