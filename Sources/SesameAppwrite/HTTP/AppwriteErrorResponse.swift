import SesameCore

/// Appwrite's error: `{"message", "code", "type", "version"}`
/// (https://appwrite.io/docs/advanced/platform/response-codes).
///
/// The message is not passed on, because it quotes the request; it only supplies the name of an invalid parameter, and
/// distinguishes errors of the same type. The type appears in the reason for developers.
struct AppwriteErrorResponse: Sendable {
    /// Appwrite's error type, for example `user_blocked`.
    let type: String
    private let message: String
    private let status: Int

    /// Parses the error; returns nil if the body lacks Appwrite's members, or if its `code` differs from the HTTP
    /// status.
    init?(_ body: JSONObject, status: Int) {
        guard let type = body["type"]?.string, Self.isName(type), let message = body["message"]?.string,
            body["code"]?.integer == Int64(status)
        else { return nil }
        self.type = type
        self.message = message
        self.status = status
    }

    /// Converts Appwrite's error to an `AuthError`; the HTTP status decides for an unknown type.
    ///
    /// - Parameter isPersonal: True if the request carried a session's secret.
    func error(isPersonal: Bool) -> AuthError {
        let code = code(isPersonal: isPersonal)
        var error = AuthError(code, "\(Self.reasons[code] ?? "the server refuses the request") (\(type))")
        if code == .invalidRequest, let parameter { error.fields = [parameter] }
        if code == .weakPassword { error.fields = ["password"] }
        return error
    }

    private func code(isPersonal: Bool) -> AuthError.Code {
        switch type {
        case "general_unauthorized_scope":
            // The server treats the request as a guest's, because it does not know the session. If a user's request
            // lacks a scope, the session may still be valid.
            isPersonal && !isAboutMembers ? .sessionEnded : .invalidRequest
        case "user_not_found": isPersonal ? .userDeleted : .notFound
        case "user_oauth2_token_invalid": message.lowercased().contains("nonce") ? .invalidNonce : .invalidToken
        default: Self.codes[type] ?? codeOfStatus
        }
    }

    /// The error code for an unknown type, by HTTP status. No such code ends the session.
    private var codeOfStatus: AuthError.Code {
        switch status {
        case 404: .notFound
        case 429: .rateLimited
        case 500...: .storageUnavailable
        default: .invalidRequest
        }
    }

    private var isAboutMembers: Bool {
        message.contains("(role: ") && !message.contains("(role: guests)")
    }

    /// The parameter's name in "Invalid `userId` param: …"; nil if the error does not name one.
    private var parameter: String? {
        guard type == "general_argument_invalid" else { return nil }
        let parts = message.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
        guard parts.count >= 3, let name = String(parts[1]), Self.isName(name) else { return nil }
        return name
    }

    /// Returns true if the text has 1 to 64 characters, all of them ASCII letters, digits or underscores.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension AppwriteErrorResponse {
    /// The error codes for Appwrite's error types, except the types whose code depends on the request or the message.
    static let codes: [String: AuthError.Code] = [
        "user_blocked": .userDisabled,
        "user_session_not_found": .sessionEnded,
        "user_invalid_token": .invalidToken, "user_invalid_credentials": .invalidCredentials,
        "password_recently_used": .weakPassword, "password_personal_data": .weakPassword,
        "user_oauth2_bad_request": .invalidToken, "user_oauth2_unauthorized": .invalidToken,
        "user_oauth2_provider_error": .providerUnavailable,
        "user_already_exists": .credentialInUse, "user_email_already_exists": .credentialInUse,
        "user_identity_already_exists": .credentialInUse,
        "user_more_factors_required": .secondFactorRequired, "user_challenge_required": .reauthenticationRequired,
        "user_auth_method_unsupported": .providerRequired, "project_provider_disabled": .providerRequired,
        "project_provider_unsupported": .providerRequired,
        "user_authenticator_already_verified": .invalidTransition,
        "user_identity_not_found": .notFound, "user_target_not_found": .notFound,
        "general_rate_limit_exceeded": .rateLimited,
        "project_not_found": .invalidRequest, "general_route_not_found": .invalidRequest,
    ]

    private static let reasons: [AuthError.Code: String] = [
        .sessionEnded: "the server no longer knows the session",
        .userDeleted: "the account no longer exists",
        .userDisabled: "the account is blocked",
        .invalidToken: "the credential was rejected",
        .invalidCredentials: "the email address or password is wrong",
        .weakPassword: "the server does not accept this password",
        .invalidNonce: "the ID token was issued with another nonce or without one",
        .providerUnavailable: "the provider is unavailable",
        .secondFactorRequired: "the session cannot be used before its second factor is verified",
        .reauthenticationRequired: "this request requires a sign-in or confirmation within the last few minutes",
        .credentialInUse: "the identity or its email address belongs to another account",
        .providerRequired: "the project does not offer this sign-in method",
        .invalidTransition: "the account already has an authenticator app",
        .notFound: "not found",
        .rateLimited: "too many requests",
        .storageUnavailable: "the server failed",
    ]
}
