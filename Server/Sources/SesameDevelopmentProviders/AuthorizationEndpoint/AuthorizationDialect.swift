import SesameCore

/// The rules of one provider's authorization endpoint.
protocol AuthorizationDialect: Sendable {
    /// The path of the consent page, below the providers' base URL.
    var authorizationPath: String { get }
    /// The error code if the user does not consent.
    var denial: String { get }

    /// Returns a new code or token in the vendor's form.
    func credential(_ shape: CredentialFormat, _ random: (Int) -> [UInt8]) -> String
    /// Returns the request if it passes the vendor's checks; otherwise throws.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRequestError) -> AuthorizationRequest
    /// Returns true if the exchange of the code provides a refresh token, given the earlier consent.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool
    /// Returns the parameters that go back to the client with its state.
    func parameters(of approval: Approval) -> [AuthorizationResponse.Parameter]
    /// Returns the parameters of an error that go back to the client with its state.
    func parameters(ofError error: String) -> [AuthorizationResponse.Parameter]
    /// Returns the claims that override the provider's own in a token of the browser flow; null removes a claim.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject
}
