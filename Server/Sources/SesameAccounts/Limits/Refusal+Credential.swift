import SesameCore
import SesameTokens

extension Refusal {
    /// True if a presented credential was wrong: possibly guessed or forged. Honest clients present none where they do not
    /// know whether somebody is signed in, and genuine credentials that have expired, or whose session has ended; those do
    /// not count.
    package var isOfCredential: Bool {
        switch code {
        case .invalidCredentials, .invalidToken, .invalidNonce, .ticketExpired, .notAuthenticated:
            rejection != .expired && !isOfNothing
        default: false
        }
    }
}
