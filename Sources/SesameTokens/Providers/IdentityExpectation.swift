/// What a sign-in demands of a provider's token.
public struct IdentityExpectation: Sendable {
    /// The client ids of the app that is signed in to.
    public var audiences: [String]
    /// Client ids that may obtain a token for one of the audiences (`azp`), beside the audiences themselves.
    public var authorizedParties: [String]
    /// The nonce.
    public var nonce: NonceExpectation
    /// How long ago the token may have been issued.
    public var maximumAge: Duration

    /// Expectations; a day is the greatest age that makes sense.
    public init(
        audiences: [String],
        authorizedParties: [String] = [],
        nonce: NonceExpectation,
        maximumAge: Duration = .seconds(86_400)
    ) {
        self.audiences = audiences
        self.authorizedParties = authorizedParties
        self.nonce = nonce
        self.maximumAge = maximumAge
    }
}
