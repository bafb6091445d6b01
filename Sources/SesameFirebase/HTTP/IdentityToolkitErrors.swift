import Sesame
import SesameCore

/// A converter from Identity Toolkit's errors to `AuthError` (https://firebase.google.com/docs/reference/rest/auth,
/// "Common error codes" of each method, and https://cloud.google.com/identity-platform/docs/error-codes).
enum IdentityToolkitErrors {
    /// The purpose of a request, because the same error name has different meanings.
    enum Purpose {
        /// A sign-in with a provider's token, or as a guest.
        case signIn
        /// A confirmation of the signed-in user, which must not create an account.
        case confirmation
        /// A sign-in or registration with an email address and a password, or a password-reset email.
        case password
        /// A request authenticated as the signed-in user.
        case account
        /// An exchange of a refresh token for new tokens.
        case refresh
        /// The addition or removal of a second factor.
        case factor
        /// The verification of a second factor.
        case secondStep
    }

    /// Returns Sesame's error for a failed response, by the name of its error and the request's purpose.
    static func error(_ response: TransportResponse, _ purpose: Purpose) -> AuthError {
        guard response.status < 500, response.status != 429, let refusal = GoogleAPIError(response) else {
            return .foreign(response)
        }
        return error(refusal, response, purpose)
    }

    /// Returns Sesame's error for a Google error; `invalidRequest` if its name is unknown.
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

    private static let unknown = (AuthError.Code.invalidRequest, "the project rejects the request")

    private static func meaning(of name: String, _ purpose: Purpose) -> (AuthError.Code, String)? {
        switch (purpose, name) {
        case (.refresh, "TOKEN_EXPIRED"):
            (.sessionEnded, "the session was ended by an operator or by a password change")
        case (.refresh, "INVALID_REFRESH_TOKEN"), (.refresh, "MISSING_REFRESH_TOKEN"):
            (.notAuthenticated, "the refresh token is missing or invalid")
        case (.confirmation, "USER_NOT_FOUND"), (.confirmation, "EMAIL_NOT_FOUND"):
            (.reauthenticationRequired, "the credential belongs to no account")
        case (.password, "USER_NOT_FOUND"): (.invalidCredentials, "the email address or password is wrong")
        case (.factor, "UNSUPPORTED_FIRST_FACTOR"):
            (.invalidTransition, "the account's sign-in method does not support a second factor")
        case (.factor, "OPERATION_NOT_ALLOWED"): (.providerRequired, "the project does not offer authenticator apps")
        case (.secondStep, "MFA_ENROLLMENT_NOT_FOUND"), (.secondStep, "INVALID_MFA_ENROLLMENT_ID"):
            (.ticketExpired, "the second factor no longer exists; sign in again")
        // The next refresh shows if the session has ended, too.
        case (_, "TOKEN_EXPIRED"), (_, "INVALID_ID_TOKEN"), (_, "MISSING_ID_TOKEN"):
            (.notAuthenticated, "the access token is rejected")
        default: meanings[name]
        }
    }

    private static let meanings: [String: (AuthError.Code, String)] = [
        "USER_NOT_FOUND": (.userDeleted, "the account no longer exists"),
        "USER_DISABLED": (.userDisabled, "the account is disabled"),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": (
            .reauthenticationRequired, "the last sign-in is too long ago; reauthenticate"
        ),
        "EMAIL_EXISTS": (.credentialInUse, "the email address belongs to another account"),
        "FEDERATED_USER_ID_ALREADY_LINKED": (.credentialInUse, "the identity belongs to another account"),
        "PROVIDER_ALREADY_LINKED": (.providerAlreadyLinked, "the account already has an identity of this provider"),
        "INVALID_IDP_RESPONSE": (.invalidToken, "the provider's token is rejected"),
        "INVALID_CREDENTIAL_OR_PROVIDER_ID": (.invalidToken, "the provider's token is rejected"),
        "INVALID_PENDING_TOKEN": (.ticketExpired, "the conflict's ticket is no longer valid"),
        "INVALID_LOGIN_CREDENTIALS": (.invalidCredentials, "the email address or password is wrong"),
        "INVALID_PASSWORD": (.invalidCredentials, "the email address or password is wrong"),
        "EMAIL_NOT_FOUND": (.invalidCredentials, "the email address or password is wrong"),
        "INVALID_EMAIL": (.invalidRequest, "the email address is invalid"),
        "WEAK_PASSWORD": (.weakPassword, "the password is too weak"),
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": (.weakPassword, "the password is too weak"),
        "MISSING_OR_INVALID_NONCE": (.invalidNonce, "the nonce is missing or does not match the token"),
        "OPERATION_NOT_ALLOWED": (.providerRequired, "the project does not offer this sign-in method"),
        "ADMIN_ONLY_OPERATION": (.providerRequired, "the project does not offer this sign-in method"),
        "PASSWORD_LOGIN_DISABLED": (.providerRequired, "the project does not offer this sign-in method"),
        "INVALID_PROVIDER_ID": (.providerRequired, "the project does not offer this sign-in method"),
        "BLOCKING_FUNCTION_ERROR_RESPONSE": (
            .providerRequired, "a blocking function of the project rejects the sign-in"
        ),
        "UNSUPPORTED_FIRST_FACTOR": (.providerRequired, "the account requires a second factor"),
        "INVALID_CODE": (.invalidCredentials, "the code is wrong"),
        "MISSING_CODE": (.invalidCredentials, "the code is missing"),
        "INVALID_MFA_PENDING_CREDENTIAL": (.ticketExpired, "the pending sign-in is no longer valid; sign in again"),
        "TOTP_CHALLENGE_TIMEOUT": (.ticketExpired, "the pending sign-in is no longer valid; sign in again"),
        "SESSION_EXPIRED": (.ticketExpired, "the enrollment of the second factor has expired; start it again"),
        "TOO_MANY_ENROLLMENT_ATTEMPTS": (.ticketExpired, "too many wrong codes; start the enrollment again"),
        "INVALID_SESSION_INFO": (.ticketExpired, "the enrollment of the second factor was started in another session"),
        "MFA_ENROLLMENT_NOT_FOUND": (.notFound, "the account has no such second factor"),
        "INVALID_MFA_ENROLLMENT_ID": (.notFound, "the account has no such second factor"),
        "SECOND_FACTOR_EXISTS": (.providerAlreadyLinked, "the account already has this second factor"),
        "SECOND_FACTOR_LIMIT_EXCEEDED": (.invalidTransition, "the account has the maximum number of second factors"),
        "UNVERIFIED_EMAIL": (.invalidTransition, "the account's email address must be verified first"),
        "TOO_MANY_ATTEMPTS_TRY_LATER": (.rateLimited, "too many requests"),
        "QUOTA_EXCEEDED": (.rateLimited, "too many requests"),
        "RESET_PASSWORD_EXCEED_LIMIT": (.rateLimited, "too many requests"),
    ]
}
