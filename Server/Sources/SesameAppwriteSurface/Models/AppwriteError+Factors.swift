import NIOHTTP1
import SesameCore

extension AppwriteError {
    static let moreFactors = AppwriteError(
        "user_more_factors_required", .unauthorized, "More factors are required to complete the sign in process.",
        code: .secondFactorRequired)
    static let wrongFactor = AppwriteError(
        "user_invalid_token", .unauthorized, "Invalid token passed in the request.", code: .invalidCredentials)
    static let authenticatorNotFound = AppwriteError(
        "user_authenticator_not_found", .notFound, "Authenticator could not be found on the current user.",
        code: .notFound)
    static let authenticatorVerified = AppwriteError(
        "user_authenticator_already_verified", .conflict, "This authenticator is already verified on the current user.",
        code: .providerAlreadyLinked)
    static let recoveryCodesExist = AppwriteError(
        "user_recovery_codes_already_exists", .conflict,
        "Recovery codes already exist: they were shown once, and are not stored in a readable form.",
        code: .preconditionFailed)
    static let recoveryCodesNotFound = AppwriteError(
        "user_recovery_codes_not_found", .notFound, "Recovery codes could not be found on the current user.",
        code: .notFound)
    static let noFactor = argument("mfa", "Add an authenticator first: MFA is on for every user who has one.")
}
