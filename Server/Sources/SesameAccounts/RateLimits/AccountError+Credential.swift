import SesameCore
import SesameTokens

extension AccountError {
    /// True if a presented credential was wrong: possibly guessed or forged. Two cases do not count, because honest
    /// clients cause them: a missing credential, and a genuine credential that has expired or whose session has ended.
    package var isOfCredential: Bool {
        switch code {
        case .invalidCredentials, .invalidToken, .invalidNonce, .ticketExpired, .notAuthenticated:
            rejection != .expired && !isOfNothing
        default: false
        }
    }
}
