/// The service that begins, authenticates, refreshes and ends sessions, and issues their tokens.
package final class SessionService: Service {
    let context: ServiceContext
    let issuer: TokenIssuer
    let keys: KeyRing
    let sessionSecrets: SignedSessionID
    let factorTickets: SignedSessionID
    let web: WebKeys
    let verifiedTokens = VerifiedTokenCache()

    init(
        context: ServiceContext, issuer: TokenIssuer, keys: KeyRing, sessionSecrets: SignedSessionID,
        factorTickets: SignedSessionID, web: WebKeys
    ) {
        self.context = context
        self.issuer = issuer
        self.keys = keys
        self.sessionSecrets = sessionSecrets
        self.factorTickets = factorTickets
        self.web = web
    }
}
