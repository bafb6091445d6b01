import SesameCore

/// What is particular to one provider's tokens and documents.
protocol ProviderDialect: Sendable {
    var kind: ProviderKind { get }
    /// The vendor's true `iss`.
    var issuer: String { get }
    /// An issuer that is not the vendor's, for the fault.
    var wrongIssuer: String { get }
    /// What the discovery document says instead under that fault.
    var mismatchedIssuer: String { get }
    /// Seconds that a token lives.
    var lifetime: Int { get }
    /// How many keys are published.
    var keyCount: Int { get }
    /// Below the providers' address.
    var keysPath: String { get }
    var keysCacheControl: String { get }
    /// Below the providers' address.
    var discoveryPath: String { get }

    /// A key id in the vendor's form.
    func keyID(_ random: (Int) -> [UInt8]) -> String
    /// The claim that an app's raw nonce becomes by the vendor's native SDK.
    func nonceClaim(raw nonce: String) -> String
    func header(keyID: String) -> JSONObject
    func claims(_ draft: TokenDraft) -> JSONObject
    /// Below the providers' address: the page where a person agrees.
    var authorizationPath: String { get }
    /// Below the providers' address: where a code becomes tokens.
    var tokenPath: String { get }
    /// Below the providers' address: where a consent is taken back.
    var revocationPath: String { get }
    /// What a client is told when the person does not agree.
    var denial: String { get }

    /// A new code or token in the vendor's form.
    func credential(_ shape: CredentialShape, _ random: (Int) -> [UInt8]) -> String
    /// A request of the authorization endpoint, if it stands up to the vendor's checks.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRefusal) -> AuthorizationRequest
    /// Whether the exchange of a code gives a refresh token, after what was agreed before.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool
    /// What goes back to the client beside its state.
    func parameters(of approval: Approval) -> [AuthorizationAnswer.Parameter]
    /// What goes back to the client beside its state when there is an error.
    func parameters(ofError error: String) -> [AuthorizationAnswer.Parameter]
    /// Claims to be set over those of ``claims(_:)`` in a token of the browser flow; null takes one away.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject

    /// The client of an exchange, when it has proved who it is.
    func client(of request: ExchangeRequest) throws(ExchangeRefusal) -> RegisteredClient
    /// The kind of grant of an exchange.
    func grantType(of request: ExchangeRequest) throws(ExchangeRefusal) -> GrantType
    /// Holds a code against the exchange that shows it.
    func check(_ code: AuthorizationCode, in request: ExchangeRequest) throws(ExchangeRefusal)
    /// Why a code is not good.
    func refusal(of redemption: GrantBook.Redemption, clientID: String) -> ExchangeRefusal
    /// Why a refresh token is not good.
    var refreshRefusal: ExchangeRefusal { get }
    /// Why an exchange without that parameter is refused.
    func missing(_ parameter: String) -> ExchangeRefusal
    /// The body of a successful exchange.
    func body(of tokens: IssuedTokens) -> JSONObject
    /// The answer to a revocation.
    func revocation(of request: ExchangeRequest, by revoke: (_ token: String, _ clientID: String?) -> Bool)
        throws(ExchangeRefusal) -> JSONObject?

    /// The discovery document; endpoints that are not there are not listed.
    func discovery(issuer: String, baseURL: String) -> JSONObject
}
