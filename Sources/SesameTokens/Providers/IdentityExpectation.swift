/// The conditions of a sign-in on a provider's token.
public struct IdentityExpectation: Sendable {
    /// The client ids of the app that is signed in to.
    public var audiences: [String]
    /// Client ids that may obtain a token for one of the audiences (`azp`), beside the audiences themselves.
    public var authorizedParties: [String]
    /// The nonce.
    public var nonce: NonceExpectation
    /// The nonce of tokens for particular client ids, where it differs: an app's native and web flows may carry it in
    /// different forms.
    public var nonceByClient: [String: NonceExpectation]
    /// The greatest age of the token; a day at most, whatever is set here.
    public var maximumAge: Duration

    /// The greatest age that can be set.
    public static let greatestAge: Duration = .seconds(86_400)

    /// Expectations of a sign-in.
    public init(
        audiences: [String],
        authorizedParties: [String] = [],
        nonce: NonceExpectation,
        nonceByClient: [String: NonceExpectation] = [:],
        maximumAge: Duration = greatestAge
    ) {
        self.audiences = audiences
        self.authorizedParties = authorizedParties
        self.nonce = nonce
        self.nonceByClient = nonceByClient
        self.maximumAge = maximumAge
    }
}
