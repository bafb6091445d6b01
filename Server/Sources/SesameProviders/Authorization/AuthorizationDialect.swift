import SesameCore

/// The particulars of one provider's authorization endpoint.
protocol AuthorizationDialect: Sendable {
    /// Below the providers' address: the page where a person agrees.
    var authorizationPath: String { get }
    /// The error for a client whose user does not agree.
    var denial: String { get }

    /// A new code or token in the vendor's form.
    func credential(_ shape: CredentialShape, _ random: (Int) -> [UInt8]) -> String
    /// A request, if it stands up to the vendor's checks.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRefusal) -> AuthorizationRequest
    /// Returns true if the exchange of the code gives a refresh token, after what was agreed before.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool
    /// Returns the parameters that go back to the client beside its state.
    func parameters(of approval: Approval) -> [AuthorizationAnswer.Parameter]
    /// Returns the parameters of an error that go back to the client beside its state.
    func parameters(ofError error: String) -> [AuthorizationAnswer.Parameter]
    /// Claims to be set over the provider's own in a token of the browser flow; null takes one away.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject
}
