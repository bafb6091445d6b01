import SesameCore
import SesameTokens

extension AccountError {
    /// True if a presented credential was wrong, and so possibly guessed or forged. False if the credential is missing,
    /// has expired or belongs to an ended session, because honest clients cause these errors.
    package var isOfCredential: Bool {
        switch code {
        case .invalidCredentials, .invalidToken, .invalidNonce, .ticketExpired, .notAuthenticated:
            rejection != .expired && !isOfNothing
        default: false
        }
    }
}
