import Foundation
import SesameCore

extension DevelopmentProvider {
    /// Returns a client's authorization request if it passes the vendor's checks; throws otherwise.
    func authorization(_ query: AuthorizationQuery) throws(AuthorizationRequestError) -> AuthorizationRequest {
        try dialect.authorization(query) { apps.registered($0, at: kind) }
    }

    /// Returns true if the user has already consented to the client's app.
    func isKnown(_ person: DevelopmentUser, to client: RegisteredClient) -> Bool {
        grants.consent(of: GrantSubject(app: client.app, subject: person.subject)) != nil
    }

    /// Returns the selected user, with the subject and email address that the team's apps receive. The consent page
    /// offers an entered or generated account from then on.
    private func person(_ choice: AccountChoice, team: String) throws(ProviderError) -> DevelopmentUser {
        switch choice {
        case .testUser(let number):
            return try people.testUser(number, team: team)
        case .account(let account):
            let person = try people.person(account, team: team)
            people.offer(DevelopmentUsers.Account(email: account.email, name: person.typedName))
            return person
        case .generated:
            return try people.generate(team: team)
        }
    }

    /// Approves the request for the user, and returns the response with a code for the client. `hidesEmail` counts only
    /// at the first consent; nil for the user's default.
    func approve(
        _ request: AuthorizationRequest, as choice: AccountChoice, hidesEmail: Bool?
    ) async throws(ProviderError) -> AuthorizationResponse {
        let client = request.client
        let chosen = try person(choice, team: client.team)
        let holder = GrantSubject(app: client.app, subject: chosen.subject)
        let (consent, before) = grants.consent(
            Consent(
                holder: holder, since: clock.now, scopes: request.scopes,
                isOffline: request.isOffline, hidesEmail: hidesEmail ?? chosen.hidesEmail))
        let person =
            kind == .apple ? people.person(chosen, hidingEmail: consent.hidesEmail, team: client.team) : chosen
        let grant = Grant(
            clientID: client.id, team: client.team, holder: holder, person: person,
            // Apple keeps sending all scopes that were once granted; Google sends the requested ones.
            scopes: kind == .apple ? consent.scopes : request.scopes, audience: request.audience)
        let code = newCredential(.code)
        let idToken =
            request.includesIDToken ? try await idToken(for: grant, nonce: request.nonce, with: .code(code)) : nil
        grants.add(
            IssuedAuthorizationCode(
                grant: grant, redirectURI: request.redirectURI, challenge: request.challenge, nonce: request.nonce,
                givesRefreshToken: dialect.givesRefreshToken(request, after: before), issuedAt: clock.now),
            as: code)
        let approval = Approval(
            request: request, person: person, isFirst: before == nil, code: code, idToken: idToken)
        return AuthorizationResponse(request, dialect.parameters(of: approval))
    }

    /// Returns the error response for a user who does not consent.
    func deny(_ request: AuthorizationRequest) -> AuthorizationResponse {
        refuse(request, dialect.denial)
    }

    /// Returns an error response for the client, with the given OAuth error code.
    func refuse(_ request: AuthorizationRequest, _ error: String) -> AuthorizationResponse {
        AuthorizationResponse(request, dialect.parameters(ofError: error))
    }

    /// Stores an authorization code of Apple's native sheet, which returns the code together with the ID token and
    /// without a redirect.
    func addNativeCode(_ code: String, for client: ProviderClient, person: DevelopmentUser) {
        let app = apps.app(withClientID: client.id, at: kind)?.name ?? client.id
        let grant = Grant(
            clientID: client.id, team: client.team, holder: GrantSubject(app: app, subject: person.subject),
            person: person, scopes: [.email, .name])
        grants.add(
            IssuedAuthorizationCode(
                grant: grant, redirectURI: nil, challenge: nil, nonce: nil, givesRefreshToken: true,
                issuedAt: clock.now),
            as: code)
    }
}
