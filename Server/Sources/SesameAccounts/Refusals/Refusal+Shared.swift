import SesameCore

/// Errors that several parts of the domain share.
extension Refusal {
    static let noPasswords = Refusal(.providerRequired, "the app has no passwords; sign in with a provider")
    /// The same for a name that nobody has, a wrong password, and an account without one.
    static let wrongCredentials = Refusal(.invalidCredentials, "the name or the password is wrong")
    static let loginInUse = Refusal(.credentialInUse, "the address or the number is an account's; sign in with it")
    /// Nobody signs in with an identity whose account the provider has closed.
    static let disabledByProvider = Refusal(
        .providerRequired, "the provider has closed this account for now; sign in another way")
    static let otherRole = Refusal(
        .roleMismatch, "the account has another role than the one asked for", field: "role")
    /// Without a ticket, and whatever was decided: nobody is shown, enters or takes over an account by its first factor
    /// alone. Who signs in to it with both may join the other one to it.
    static let factorConflict = Refusal(
        .credentialInUse, "the identity has an account with a second factor; sign in to it")
    static let usedToken = Refusal(.invalidToken, "the token was used before")
    /// The account of a session that was good a moment ago.
    static let deleted = Refusal(.userDeleted, "the account was deleted")
    /// The error for data that would tell a pseudonymous app who its users are.
    static let keepsNothingPersonal = Refusal(
        .invalidRequest, "the app keeps people under pseudonyms, and takes nothing else about them")
    static let oneProofForTwo = Refusal(
        .invalidTransition, "one number cannot be the way to sign in and the second factor", field: "phone")
    /// An account that the app does not have.
    package static let noSuchAccount = Refusal(.notFound, "the app has no such account")
    /// The ``field`` of a refusal because of second factors.
    package static let factorField = "secondFactors"
}
