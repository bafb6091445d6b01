/// The conditions that a provider's token must meet for a sign-in.
public struct IDTokenExpectation: Sendable {
    /// The client ids of the app that the user signs in to.
    public var audiences: [String]
    /// The additional client ids that may obtain a token for one of the audiences (`azp`).
    public var authorizedParties: [String]
    /// The condition on the token's nonce, for every client id that is not in ``nonceByClient``.
    public var nonce: NonceExpectation
    /// The nonce conditions of client ids for which ``nonce`` does not apply: an app's native and web flows may carry
    /// the nonce in different forms.
    public var nonceByClient: [String: NonceExpectation]
    /// The maximum age of the token; never more than a day, whatever is set here.
    public var maxAge: Duration

    /// The upper limit of ``maxAge``: a day.
    public static let maxAllowedAge: Duration = .seconds(86_400)

    /// Creates the conditions of a sign-in, by default with a maximum age of a day.
    public init(
        audiences: [String],
        authorizedParties: [String] = [],
        nonce: NonceExpectation,
        nonceByClient: [String: NonceExpectation] = [:],
        maxAge: Duration = maxAllowedAge
    ) {
        self.audiences = audiences
        self.authorizedParties = authorizedParties
        self.nonce = nonce
        self.nonceByClient = nonceByClient
        self.maxAge = maxAge
    }
}
