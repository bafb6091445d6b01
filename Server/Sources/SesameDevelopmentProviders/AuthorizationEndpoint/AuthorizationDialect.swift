import SesameCore

/// The rules of one vendor's authorization endpoint.
protocol AuthorizationDialect: Sendable {
    /// The path of the consent page, below the providers' base URL.
    var authorizationPath: String { get }
    /// The error code for the client if the user does not consent.
    var denial: String { get }

    /// Returns a new random code or token in the vendor's form.
    func credential(_ shape: CredentialFormat, _ random: (Int) -> [UInt8]) -> String
    /// Returns the request if it passes the vendor's checks. A thrown error is shown to the user and not sent to the
    /// client.
    func authorization(
        _ query: AuthorizationQuery, of client: (String) -> RegisteredClient?
    ) throws(AuthorizationRequestError) -> AuthorizationRequest
    /// Returns true if the exchange of the request's code provides a refresh token.
    ///
    /// - Parameter consent: The user's earlier consent to the app; nil if there is none.
    func givesRefreshToken(_ request: AuthorizationRequest, after consent: Consent?) -> Bool
    /// Returns the response's parameters for an approved request, without `state`.
    func parameters(of approval: Approval) -> [AuthorizationResponse.Parameter]
    /// Returns the response's parameters for an error, without `state`.
    func parameters(ofError error: String) -> [AuthorizationResponse.Parameter]
    /// Returns the claims to change in a token of the browser flow; null removes a claim.
    func browserClaims(_ hash: CredentialHash, scopes: Set<Scope>) -> JSONObject
}
