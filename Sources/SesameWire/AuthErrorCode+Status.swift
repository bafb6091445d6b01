public import SesameCore

extension AuthError.Code {
    /// The admin key lacks the required scope. Only back ends and commands receive this code.
    ///
    /// Create a key with the scope in the message.
    public static let insufficientScope = Self(rawValue: "insufficient_scope")

    /// The codes that the server sends, each with its usual HTTP status. All other codes are created by clients.
    public static let statuses: [Self: Int] = [
        .invalidRequest: 400, .weakPassword: 400,
        .notAuthenticated: 401, .sessionEnded: 401, .sessionRevoked: 401, .userDeleted: 401, .invalidToken: 401,
        .invalidNonce: 401, .invalidCredentials: 401, .ticketExpired: 401,
        .userDisabled: 403, .reauthenticationRequired: 403, .providerRequired: 403, .roleMismatch: 403,
        .readOnlyField: 403, .insufficientScope: 403, .secondFactorRequired: 403,
        .accountNotFound: 404, .notFound: 404,
        .credentialInUse: 409, .providerAlreadyLinked: 409, .lastMethod: 409, .profileIncomplete: 409,
        .invalidTransition: 409, .nothingToUndo: 409,
        .preconditionFailed: 412,
        .rateLimited: 429,
        .internal: 500,
        .providerUnavailable: 503, .storageUnavailable: 503,
    ]

    /// The HTTP status that the server usually sends with the code; 500 for a code that the server does not send.
    public var httpStatus: Int { Self.statuses[self] ?? 500 }
}
