import SesameCore

/// The specifics of one vendor: its tokens and documents, its pages, and its endpoints.
protocol ProviderDialect: AuthorizationDialect, ExchangeDialect, NotificationDialect {
    var kind: ProviderKind { get }
    /// The issuer of the tokens: the vendor's, or a separate one if the server trusts the vendor too.
    var issuer: String { get set }
    /// The issuer of tokens and notifications with the fault `wrongIssuer`.
    var wrongIssuer: String { get }
    /// The issuer of the discovery document during the fault ``FaultEffect/issuerMismatch``.
    var mismatchedIssuer: String { get }
    /// The default lifetime of an ID token, in seconds.
    var lifetime: Int { get }
    /// The number of keys in the published key set.
    var keyCount: Int { get }
    /// The path of the key set, below the providers' base URL.
    var keysPath: String { get }
    var keysCacheControl: String { get }
    /// The path of the discovery document, below the providers' base URL.
    var discoveryPath: String { get }

    /// Returns a new random key id in the vendor's form.
    func keyID(_ random: (Int) -> [UInt8]) -> String
    /// Returns the nonce claim that the vendor's native SDK derives from an app's raw nonce.
    func nonceClaim(raw nonce: String) -> String
    func header(keyID: String) -> JSONObject
    func claims(_ draft: TokenInputs) -> JSONObject
    /// Returns the discovery document, which lists only existing endpoints.
    func discovery(issuer: String, baseURL: String) -> JSONObject
}
