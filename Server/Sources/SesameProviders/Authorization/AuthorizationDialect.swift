import SesameCore

/// What is particular to one provider's authorization endpoint.
protocol AuthorizationDialect: Sendable {
    /// Below the providers' address: the page where a person agrees.
    var authorizationPath: String { get }
    /// What a client is told when the person does not agree.
    var denial: String { get }

    /// A new code or token in the vendor's form.
    func credential(_ shape: CredentialShape, _ random: (Int) -> [UInt8]) -> String
    /// A request, if it stands up to the vendor's checks.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRefusal) -> AuthorizationRequest
    /// Whether the exchange of the code gives a refresh token, after what was agreed before.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool
    /// What goes back to the client beside its state.
    func parameters(of approval: Approval) -> [AuthorizationAnswer.Parameter]
    /// What goes back to the client beside its state when there is an error.
    func parameters(ofError error: String) -> [AuthorizationAnswer.Parameter]
    /// Claims to be set over the provider's own in a token of the browser flow; null takes one away.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject
}
