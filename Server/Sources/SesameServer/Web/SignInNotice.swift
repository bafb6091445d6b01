/// What a person is told when a sign-in does not go on.
enum SignInNotice: Sendable, CaseIterable {
    case cancelled, providerUnavailable, refused, expired, otherBrowser, invalidRequest, unknownApp
    case redirectNotAllowed, roleMismatch, userDisabled, notOffered, fault
    case formRefused, ticketExpired, hasAccount, accountDeleted, pageNotFound, otherPerson, notLinked, tooMany
    case accountDeletedWithConsentAtApple, tooManyMessages, noTextsToCountry
}
