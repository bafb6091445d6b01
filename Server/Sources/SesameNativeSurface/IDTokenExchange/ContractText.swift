import SesameAccounts
import SesameCore
import SesameText

extension ContractText {
    /// Returns the user-facing message for a refusal.
    static func message(for refusal: AccountError, of provider: String) -> Text {
        switch refusal.code {
        case .accountNotFound: notFound(provider)
        case .invalidToken, .invalidNonce: tokenRefused(provider)
        case .roleMismatch: roleMismatch
        case .userDisabled: disabled
        case .providerRequired: providerNotOffered(provider)
        case .secondFactorRequired: secondFactor
        case .providerUnavailable, .storageUnavailable: unavailable
        case .rateLimited: tooMany
        case .invalidRequest: malformed
        case .notFound: notOffered
        default: fault
        }
    }
}
