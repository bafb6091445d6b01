/// The service that begins, authenticates, refreshes and ends sessions, and issues their tokens.
package final class SessionService: Service {
    let context: ServiceContext
    let issuer: TokenIssuer
    let keys: KeyRing
    let sessionSecrets: SessionPass
    let factorTickets: SessionPass
    let web: WebKeys
    let verifiedTokens = VerifiedTokens()

    init(
        context: ServiceContext, issuer: TokenIssuer, keys: KeyRing, sessionSecrets: SessionPass,
        factorTickets: SessionPass, web: WebKeys
    ) {
        self.context = context
        self.issuer = issuer
        self.keys = keys
        self.sessionSecrets = sessionSecrets
        self.factorTickets = factorTickets
        self.web = web
    }
}
