import SesameCore

/// The rules of one vendor's token and revocation endpoints: their requirements, responses and error messages.
protocol ExchangeDialect: Sendable {
    /// The path of the token endpoint, below the providers' base URL.
    var tokenPath: String { get }
    /// The path of the revocation endpoint, below the providers' base URL.
    var revocationPath: String { get }
    /// The error for a refresh token that is unknown, revoked or issued to another client.
    var refreshRefusal: TokenEndpointError { get }

    /// Returns the grant type of a token request. Throws if it is missing or not supported.
    func grantType(of request: ExchangeRequest) throws(TokenEndpointError) -> GrantType
    /// Returns the client of a request after authenticating it. Throws if the client is unknown or its secret is not
    /// valid.
    func client(of request: ExchangeRequest) throws(TokenEndpointError) -> RegisteredClient
    /// Checks that the redirect URI and the other parameters of a token request match its authorization code; throws
    /// otherwise.
    func check(_ code: IssuedAuthorizationCode, in request: ExchangeRequest) throws(TokenEndpointError)
    /// Returns the error for an authorization code that cannot be redeemed.
    func refusal(of redemption: GrantStore.Redemption, clientID: String) -> TokenEndpointError
    /// Returns the error for a request without the given parameter.
    func missing(_ parameter: String) -> TokenEndpointError
    /// Returns the JSON of a successful token response.
    func body(of tokens: IssuedTokens) -> JSONObject
    /// Revokes the consent to which the request's token belongs, and returns the JSON of the response; nil for an empty
    /// response.
    ///
    /// - Parameter revoke: A function that revokes a token's consent. Returns false if the token is not valid or,
    ///   unless the client id is nil, belongs to another client.
    func revocation(
        of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool
    ) throws(TokenEndpointError) -> JSONObject?
}
