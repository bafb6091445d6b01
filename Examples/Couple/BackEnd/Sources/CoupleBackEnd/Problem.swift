/// An error response. The raw value is the code in the body's `error` member.
enum Problem: String, Error {
    /// The access token or webhook signature is missing or invalid, or the account no longer exists.
    case notAuthenticated = "not_authenticated"
    /// The back end has no route with this method and path.
    case notFound = "not_found"
    /// The request's body is not JSON with the required members.
    case invalidRequest = "invalid_request"
    /// The code is unknown or expired, the account that offers it is deleted, or it is a gift that another user has
    /// redeemed.
    case unknownCode = "unknown_code"
    /// The code is the user's own.
    case ownCode = "own_code"
    /// The user already has a partner.
    case hasPartner = "has_partner"
    /// The user requested or typed too many codes within the hour.
    case tooManyTries = "too_many_tries"
    /// Sesame does not respond or fails, or the journal on this machine's disk cannot be written. The request may be
    /// retried.
    case unavailable

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
