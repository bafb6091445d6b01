import SesameCore

/// The particulars of one provider: its tokens and documents, its pages, and its endpoints.
protocol ProviderDialect: AuthorizationDialect, ExchangeDialect, NotificationDialect {
    var kind: ProviderKind { get }
    /// `iss`: the vendor's true one, unless the provider goes by a name of its own.
    var issuer: String { get set }
    /// An issuer that is not the vendor's, for the fault.
    var wrongIssuer: String { get }
    /// The discovery document's issuer under that fault.
    var mismatchedIssuer: String { get }
    /// Seconds that a token lives.
    var lifetime: Int { get }
    /// The number of published keys.
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
    /// The discovery document; endpoints that are not there are not listed.
    func discovery(issuer: String, baseURL: String) -> JSONObject
}
