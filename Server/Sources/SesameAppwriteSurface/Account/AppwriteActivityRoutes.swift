import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes of the caller's identities and security events.
struct AppwriteActivityRoutes: Sendable {
    let sessions: SessionService
    let linking: LinkingService
    let events: EventService
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/account/identities", listIdentities),
            door.route(.DELETE, "/v1/account/identities/{identity}", missing: .identityNotFound, unlink),
            door.route(.GET, "/v1/account/logs", listLogs),
        ]
    }

    private func listIdentities(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let view = try await sessions.account(of: caller)
        return .appwrite(
            "identities", queries.page(of: view.identities).map { $0.appwriteJSON(call.app.claims(of: $0)) },
            total: queries.total(view.identities.count))
    }

    private func unlink(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        guard let named = Provider.identity(call["identity"]), named.account == caller.session.account else {
            throw .appwrite(.identityNotFound)
        }
        try await linking.unlink(named.provider, from: caller, context: call.context)
        return .appwriteEmpty
    }

    private func listLogs(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let claims = call.app.claims(of: try await sessions.account(of: caller))
        let events = try await self.events.latestEvents(of: caller.session.account, in: call.app.id)
        return .appwrite(
            "logs", queries.page(of: events).map { $0.appwriteJSON(claims) }, total: queries.total(events.count))
    }
}

extension App {
    /// Returns the provider's claims of one identity; empty claims if the app is pseudonymous.
    func claims(of identity: Identity) -> IdentityClaims {
        privacy.isPseudonymous ? IdentityClaims() : identity.claims
    }
}
