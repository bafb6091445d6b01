import Sesame
import SesameCore

/// Converts Identity Toolkit's errors to Sesame's (https://firebase.google.com/docs/reference/rest/auth, "Common error
/// codes" of each method, and https://cloud.google.com/identity-platform/docs/error-codes).
enum IdentityToolkitErrors {
    /// The purpose of a request, because the same error name has different meanings.
    enum Purpose {
        /// A sign-in with a credential.
        case signIn
        /// A confirmation of the signed-in user, which must not create an account.
        case confirmation
        /// A sign-in with an email address, or an email to it.
        case password
        /// A request authenticated as the signed-in user.
        case account
        /// A request for new tokens.
        case refresh
        /// The addition or removal of a second factor.
        case factor
        /// The proof of a second factor.
        case secondStep
    }

    /// Returns Sesame's error for a response.
    static func error(_ response: TransportResponse, _ purpose: Purpose) -> AuthError {
        guard response.status < 500, response.status != 429, let refusal = GoogleAPIError(response) else {
            return .foreign(response)
        }
        return error(refusal, response, purpose)
    }

    /// Returns Sesame's error for a Google error.
    static func error(_ refusal: GoogleAPIError, _ response: TransportResponse, _ purpose: Purpose) -> AuthError {
        let (code, reason) = meaning(of: refusal.name, purpose) ?? unknown
        var error = AuthError.refused(refusal, response, as: code, reason)
        error.fields = fields[refusal.name] ?? []
        return error
    }

    /// The name of the invalid input field for each error.
    private static let fields = [
        "INVALID_EMAIL": ["email"], "MISSING_EMAIL": ["email"], "WEAK_PASSWORD": ["password"],
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": ["password"], "MISSING_PASSWORD": ["password"],
        "INVALID_CODE": [SecondFactorChallenge.codeField], "MISSING_CODE": [SecondFactorChallenge.codeField],
        "UNVERIFIED_EMAIL": ["email"],
    ]

    private static let unknown = (AuthError.Code.invalidRequest, "the project refuses the request")

    private static func meaning(of name: String, _ purpose: Purpose) -> (AuthError.Code, String)? {
        switch (purpose, name) {
        case (.refresh, "TOKEN_EXPIRED"):
            (.sessionEnded, "the session was ended: by an operator, or by a change of the password")
        case (.refresh, "INVALID_REFRESH_TOKEN"), (.refresh, "MISSING_REFRESH_TOKEN"):
            (.notAuthenticated, "the refresh token is not taken")
        case (.confirmation, "USER_NOT_FOUND"), (.confirmation, "EMAIL_NOT_FOUND"):
            (.reauthenticationRequired, "the credential is nobody's")
        case (.password, "USER_NOT_FOUND"): (.invalidCredentials, "the address or the password is wrong")
        case (.factor, "UNSUPPORTED_FIRST_FACTOR"):
            (.invalidTransition, "the account's way to sign in takes no second factor")
        case (.factor, "OPERATION_NOT_ALLOWED"): (.providerRequired, "the project has no authenticator apps")
        case (.secondStep, "MFA_ENROLLMENT_NOT_FOUND"), (.secondStep, "INVALID_MFA_ENROLLMENT_ID"):
            (.ticketExpired, "the second factor is gone; sign in again")
        // The next refresh shows if the session has ended, too.
        case (_, "TOKEN_EXPIRED"), (_, "INVALID_ID_TOKEN"), (_, "MISSING_ID_TOKEN"):
            (.notAuthenticated, "the access token is not taken")
        default: meanings[name]
        }
    }

    private static let meanings: [String: (AuthError.Code, String)] = [
        "USER_NOT_FOUND": (.userDeleted, "the account is gone"),
        "USER_DISABLED": (.userDisabled, "the account is disabled"),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": (.reauthenticationRequired, "the sign-in is too long ago"),
        "EMAIL_EXISTS": (.credentialInUse, "another account has the address"),
        "FEDERATED_USER_ID_ALREADY_LINKED": (.credentialInUse, "the identity has an account of its own"),
        "PROVIDER_ALREADY_LINKED": (.providerAlreadyLinked, "the account has an identity of that provider"),
        "INVALID_IDP_RESPONSE": (.invalidToken, "the provider's token is not taken"),
        "INVALID_CREDENTIAL_OR_PROVIDER_ID": (.invalidToken, "the provider's token is not taken"),
        "INVALID_PENDING_TOKEN": (.ticketExpired, "the decision comes too late"),
        "INVALID_LOGIN_CREDENTIALS": (.invalidCredentials, "the address or the password is wrong"),
        "INVALID_PASSWORD": (.invalidCredentials, "the address or the password is wrong"),
        "EMAIL_NOT_FOUND": (.invalidCredentials, "the address or the password is wrong"),
        "INVALID_EMAIL": (.invalidRequest, "this is no address"),
        "WEAK_PASSWORD": (.weakPassword, "the password is too weak"),
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": (.weakPassword, "the password is too weak"),
        "MISSING_OR_INVALID_NONCE": (.invalidNonce, "the nonce is not that of the token"),
        "OPERATION_NOT_ALLOWED": (.providerRequired, "the project does not offer this way to sign in"),
        "ADMIN_ONLY_OPERATION": (.providerRequired, "the project does not offer this way to sign in"),
        "PASSWORD_LOGIN_DISABLED": (.providerRequired, "the project does not offer this way to sign in"),
        "INVALID_PROVIDER_ID": (.providerRequired, "the project does not offer this way to sign in"),
        "BLOCKING_FUNCTION_ERROR_RESPONSE": (.providerRequired, "a function of the project lets nobody in by this"),
        "UNSUPPORTED_FIRST_FACTOR": (.providerRequired, "the account asks for a second factor"),
        "INVALID_CODE": (.invalidCredentials, "the code is wrong"),
        "MISSING_CODE": (.invalidCredentials, "there is no code"),
        "INVALID_MFA_PENDING_CREDENTIAL": (.ticketExpired, "the sign-in took too long; sign in again"),
        "TOTP_CHALLENGE_TIMEOUT": (.ticketExpired, "the sign-in took too long; sign in again"),
        "SESSION_EXPIRED": (.ticketExpired, "the second factor was begun too long ago"),
        "TOO_MANY_ENROLLMENT_ATTEMPTS": (.ticketExpired, "there were too many wrong codes; begin again"),
        "INVALID_SESSION_INFO": (.ticketExpired, "the second factor was begun by another session"),
        "MFA_ENROLLMENT_NOT_FOUND": (.notFound, "the account has no such second factor"),
        "INVALID_MFA_ENROLLMENT_ID": (.notFound, "the account has no such second factor"),
        "SECOND_FACTOR_EXISTS": (.providerAlreadyLinked, "the account has that second factor"),
        "SECOND_FACTOR_LIMIT_EXCEEDED": (.invalidTransition, "the account has as many second factors as it can"),
        "UNVERIFIED_EMAIL": (.invalidTransition, "the account's address is to be verified first"),
        "TOO_MANY_ATTEMPTS_TRY_LATER": (.rateLimited, "too many requests"),
        "QUOTA_EXCEEDED": (.rateLimited, "too many requests"),
        "RESET_PASSWORD_EXCEED_LIMIT": (.rateLimited, "too many requests"),
    ]
}
