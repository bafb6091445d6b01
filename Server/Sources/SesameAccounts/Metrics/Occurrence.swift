package import SesameCore
package import SesameTokens

/// Something that happened, for whoever counts: it is about nobody, and is told once, after it has become true.
///
/// What matters to one account is a ``SecurityEvent``, and stands in the database.
package enum Occurrence: Sendable, Equatable {
    /// Somebody signed in.
    case signedIn(AppID, SignInMethod)
    /// Somebody did not.
    case signInRefused(AppID, SignInMethod, AuthError.Code)
    /// A refresh token was presented.
    case refresh(RefreshOutcome)
    /// A provider's token was presented, in whatever context, and broke a rule.
    case tokenRejected(Provider, TokenError.Reason)
    /// A message to a person was tried at whoever carries it.
    case message(MessageChannel, MessageOutcome)
    /// A message was refused by a cap of its day.
    case messageCapped(MessageCaps.Rule)
    /// A push was tried at the push service.
    case push(PushOutcome)
}

/// The result of a presented refresh token.
package enum RefreshOutcome: String, Sendable, CaseIterable {
    /// New tokens were given.
    case rotated
    /// The last answer was given again.
    case repeated
    /// A new access token was given for one that stays.
    case kept
    /// It was an old one, and its session was ended.
    case reused
    /// It was refused: its session has ended, or it is none of ours.
    case refused
}

/// The result of delivering an email or a text.
package enum MessageOutcome: String, Sendable, CaseIterable {
    /// They have it.
    case sent
    /// It will not be sent: it was refused for good, or its time is over.
    case dropped
    /// It will be tried again.
    case postponed
}

/// The result of delivering a push.
package enum PushOutcome: String, Sendable, CaseIterable {
    /// The service has it.
    case sent
    /// Its device is gone.
    case gone
    /// It will not be sent.
    case dropped
    /// It will be tried again.
    case postponed
}
