import SesameCore

/// The rules of one provider's token and revocation endpoints: their requirements and error messages.
protocol ExchangeDialect: Sendable {
    /// The path of the token endpoint, below the providers' base URL.
    var tokenPath: String { get }
    /// The path of the revocation endpoint, below the providers' base URL.
    var revocationPath: String { get }
    /// The error for an invalid refresh token.
    var refreshRefusal: TokenEndpointError { get }

    /// Returns the grant type of an exchange.
    func grantType(of request: ExchangeRequest) throws(TokenEndpointError) -> GrantType
    /// Authenticates and returns the client of an exchange.
    func client(of request: ExchangeRequest) throws(TokenEndpointError) -> RegisteredClient
    /// Checks a code against the exchange that presents it; throws if they do not match.
    func check(_ code: IssuedAuthorizationCode, in request: ExchangeRequest) throws(TokenEndpointError)
    /// Returns the error for an invalid code.
    func refusal(of redemption: GrantStore.Redemption, clientID: String) -> TokenEndpointError
    /// Returns the error for an exchange without that parameter.
    func missing(_ parameter: String) -> TokenEndpointError
    /// Returns the body of a successful exchange.
    func body(of tokens: IssuedTokens) -> JSONObject
    /// Returns the response to a revocation; nil for one without a body. `revoke` returns true if the token existed and
    /// belongs to the client, if one is given.
    func revocation(
        of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool
    ) throws(TokenEndpointError) -> JSONObject?
}
