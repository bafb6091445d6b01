import SesameCore

/// The particulars of one provider's token and revocation endpoints: what they need, and in which words they reject.
protocol ExchangeDialect: Sendable {
    /// Below the providers' address: where a code becomes tokens.
    var tokenPath: String { get }
    /// Below the providers' address: where a consent is taken back.
    var revocationPath: String { get }
    /// The error for an invalid refresh token.
    var refreshRefusal: ExchangeRefusal { get }

    /// The kind of grant of an exchange.
    func grantType(of request: ExchangeRequest) throws(ExchangeRefusal) -> GrantType
    /// The client of an exchange, when it has proved who it is.
    func client(of request: ExchangeRequest) throws(ExchangeRefusal) -> RegisteredClient
    /// Holds a code against the exchange that shows it.
    func check(_ code: AuthorizationCode, in request: ExchangeRequest) throws(ExchangeRefusal)
    /// Returns the error for an invalid code.
    func refusal(of redemption: GrantBook.Redemption, clientID: String) -> ExchangeRefusal
    /// Returns the error for an exchange without that parameter.
    func missing(_ parameter: String) -> ExchangeRefusal
    /// The body of a successful exchange.
    func body(of tokens: IssuedTokens) -> JSONObject
    /// The answer to a revocation; nil for one without body. `revoke` says whether there was such a token, of that
    /// client if one is given.
    func revocation(
        of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool
    ) throws(ExchangeRefusal) -> JSONObject?
}
