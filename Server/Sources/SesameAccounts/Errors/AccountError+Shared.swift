import SesameCore

extension AccountError {
    static let noPasswords = AccountError(
        .providerRequired, "the app does not offer this sign-in method; sign in with a provider")
    /// The error for an unknown email address, for a wrong password, and for an account without a password.
    static let wrongCredentials = AccountError(.invalidCredentials, "the email address or the password is wrong")
    static let loginInUse = AccountError(
        .credentialInUse, "the email address or phone number belongs to an account; sign in with it")
    /// The error for an identity whose account at the provider is disabled.
    static let disabledByProvider = AccountError(
        .providerRequired, "the user's account at the provider is disabled; use another sign-in method")
    static let otherRole = AccountError(
        .roleMismatch, "the account has another role than the requested one", field: "role")
    /// The error for linking an identity whose account has a second factor. It contains no conflict ticket: the account
    /// must not be shown, signed in to or merged with its first factor alone. A user who signs in to the account with
    /// both factors may merge the other account into it.
    static let factorConflict = AccountError(
        .credentialInUse, "the existing account has a second factor; sign in to that account")
    static let usedToken = AccountError(.invalidToken, "the token was already used")
    /// The error for a caller whose account was deleted after the session was checked.
    static let deleted = AccountError(.userDeleted, "the account was deleted")
    /// The error for a request that would store personal data in a pseudonymous app.
    static let keepsNothingPersonal = AccountError(
        .invalidRequest, "personal data is not allowed in pseudonymous apps")
    static let oneProofForTwo = AccountError(
        .invalidTransition, "a phone number cannot be both a sign-in method and a second factor", field: "phone")
    /// The error for an account id that does not exist in the app.
    package static let noSuchAccount = AccountError(.notFound, "the app has no such account")
    /// The value of ``AccountError/field`` in errors about second factors.
    package static let factorField = "secondFactors"
}
