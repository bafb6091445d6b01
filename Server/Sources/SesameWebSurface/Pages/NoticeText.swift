import SesameText

extension NoticeText {
    /// Returns the text of a notice: what happened, and what to do.
    static func text(of notice: SignInNotice) -> (title: Text, lead: Text) {
        switch notice {
        case .cancelled: (cancelledTitle, cancelled)
        case .providerUnavailable: (providerUnavailableTitle, providerUnavailable)
        case .refused: (refusedTitle, refused)
        case .expired: (expiredTitle, expired)
        case .otherBrowser: (otherBrowserTitle, otherBrowser)
        case .invalidRequest: (invalidRequestTitle, invalidRequest)
        case .unknownApp: (unknownAppTitle, unknownApp)
        case .redirectNotAllowed: (redirectNotAllowedTitle, redirectNotAllowed)
        case .roleMismatch: (roleMismatchTitle, roleMismatch)
        case .userDisabled: (userDisabledTitle, userDisabled)
        case .notOffered: (notOfferedTitle, notOffered)
        case .fault: (faultTitle, fault)
        case .formRefused: (formRefusedTitle, formRefused)
        case .ticketExpired: (ticketExpiredTitle, ticketExpired)
        case .hasAccount: (hasAccountTitle, hasAccount)
        case .accountDeleted: (accountDeletedTitle, accountDeleted)
        case .accountDeletedWithConsentAtApple: (accountDeletedAtAppleTitle, accountDeletedAtApple)
        case .otherPerson: (otherPersonTitle, otherPerson)
        case .notLinked: (notLinkedTitle, notLinked)
        case .tooMany: (tooManyTitle, tooMany)
        case .tooManyMessages: (tooManyMessagesTitle, tooManyMessages)
        case .noTextsToCountry: (noTextsToCountryTitle, noTextsToCountry)
        case .pageNotFound: (pageNotFoundTitle, pageNotFound)
        }
    }
}
