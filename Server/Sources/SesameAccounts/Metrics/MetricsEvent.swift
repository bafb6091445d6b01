package import SesameCore
package import SesameTokens

/// A metrics event without personal data, emitted once: after the commit, if a transaction causes the event.
///
/// An event about one account is a ``SecurityEvent`` and is stored in the database.
package enum MetricsEvent: Sendable, Equatable {
    /// A user signed in to the app with the method.
    case signedIn(AppID, AuthenticationMethod)
    /// A sign-in to the app with the method was refused with the error code.
    case signInRefused(AppID, AuthenticationMethod, AuthError.Code)
    /// A refresh token was presented.
    case refresh(RefreshOutcome)
    /// A provider's token was rejected, at a sign-in or at any other operation.
    case tokenRejected(Provider, TokenError.Reason)
    /// A message was sent, dropped or postponed.
    case message(MessageChannel, MessageOutcome)
    /// A message was refused by a daily cap.
    case messageCapped(MessageCaps.Rule)
    /// A push was sent, dropped or postponed, or its device is no longer registered.
    case push(PushOutcome)
}

/// The result of a request with a refresh token.
package enum RefreshOutcome: String, Sendable, CaseIterable {
    /// New tokens were issued.
    case rotated
    /// The previous refresh token was presented again, as after a lost response; the newest refresh token was returned
    /// again, with a new access token.
    case repeated
    /// A new Firebase ID token was issued; the refresh token stays the same.
    case kept
    /// A refresh token that was already replaced was reused, and its session was ended.
    case reused
    /// The refresh token was refused, for example because its session has ended or the token is unknown.
    case refused
}

/// The result of delivering an email or a text.
package enum MessageOutcome: String, Sendable, CaseIterable {
    /// The provider has accepted the message.
    case sent
    /// The message will not be sent: it was refused permanently, or it has expired.
    case dropped
    /// The delivery will be retried.
    case postponed
}

/// The result of delivering a push.
package enum PushOutcome: String, Sendable, CaseIterable {
    /// The push service has accepted the push.
    case sent
    /// The device is no longer registered.
    case gone
    /// The push will not be sent: it was refused permanently, or it has expired.
    case dropped
    /// The delivery will be retried.
    case postponed
}
