import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A notice to the user, mostly that a sign-in or another request cannot continue.
enum SignInNotice: Sendable, CaseIterable {
    case cancelled, providerUnavailable, refused, expired, otherBrowser, invalidRequest, unknownApp
    case redirectNotAllowed, roleMismatch, userDisabled, notOffered, fault
    case formRefused, ticketExpired, hasAccount, accountDeleted, pageNotFound, otherPerson, notLinked, tooMany
    case accountDeletedWithConsentAtApple, tooManyMessages, noTextsToCountry
}

extension SignInNotice {
    /// Returns the notice for a refusal, and the HTTP status of its page. A code without its own notice gets `refused`
    /// and 403.
    static func notice(for refusal: AccountError) -> (SignInNotice, HTTPResponseStatus) {
        switch refusal.code {
        case .rateLimited: (refusal.cap == nil ? .tooMany : .tooManyMessages, .tooManyRequests)
        case .providerUnavailable: (.providerUnavailable, .serviceUnavailable)
        case .storageUnavailable: (.fault, .serviceUnavailable)
        case .roleMismatch: (.roleMismatch, .forbidden)
        case .userDisabled: (.userDisabled, .forbidden)
        case .providerRequired where refusal.field == "phone": (.noTextsToCountry, .forbidden)
        case .providerRequired: (.notOffered, .notFound)
        case .internal: (.fault, .internalServerError)
        case .invalidRequest: (.invalidRequest, .badRequest)
        case .reauthenticationRequired: (.otherPerson, .forbidden)
        case .providerAlreadyLinked, .credentialInUse: (.notLinked, .conflict)
        case .sessionEnded, .sessionRevoked, .userDeleted, .ticketExpired: (.expired, .forbidden)
        default: (.refused, .forbidden)
        }
    }

    /// Returns the notice for an error found before a route's handler runs, such as an unknown path or a rate limit.
    static func notice(for problem: HTTPError) -> SignInNotice {
        switch problem.status {
        case .notFound: .pageNotFound
        case .tooManyRequests: .tooMany
        case let status where status.code < 500: .invalidRequest
        default: .fault
        }
    }
}
