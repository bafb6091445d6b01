import SesameCore

/// The specifics of one provider: its tokens and documents, its pages, and its endpoints.
protocol ProviderDialect: AuthorizationDialect, ExchangeDialect, NotificationDialect {
    var kind: ProviderKind { get }
    /// The value of `iss`: the vendor's real one, unless the provider runs under its own name.
    var issuer: String { get set }
    /// A wrong issuer, for the fault of that name.
    var wrongIssuer: String { get }
    /// The discovery document's issuer during the mismatch fault.
    var mismatchedIssuer: String { get }
    /// The lifetime of a token in seconds.
    var lifetime: Int { get }
    /// The number of published keys.
    var keyCount: Int { get }
    /// The path of the key set, below the providers' base URL.
    var keysPath: String { get }
    var keysCacheControl: String { get }
    /// The path of the discovery document, below the providers' base URL.
    var discoveryPath: String { get }

    /// Returns a new key id in the vendor's form.
    func keyID(_ random: (Int) -> [UInt8]) -> String
    /// Returns the nonce claim that the vendor's native SDK derives from an app's raw nonce.
    func nonceClaim(raw nonce: String) -> String
    func header(keyID: String) -> JSONObject
    func claims(_ draft: TokenInputs) -> JSONObject
    /// Returns the discovery document, which lists only existing endpoints.
    func discovery(issuer: String, baseURL: String) -> JSONObject
}
