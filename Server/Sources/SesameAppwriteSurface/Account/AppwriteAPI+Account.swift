import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteAPI {
    var accountRoutes: [Route] {
        [
            route(.GET, "/v1/account") { call in
                let caller = try await caller(call)
                return .appwrite(try await user(caller.session.account, in: call.app))
            },
            route(.DELETE, "/v1/account", deleteAccount),
            route(.PATCH, "/v1/account/status", closeAccount),
            route(.POST, "/v1/account/jwts", makeToken),
            route(.POST, "/v1/account/jwt", makeToken),
            route(.GET, "/v1/account/identities", listIdentities),
            route(.DELETE, "/v1/account/identities/{identity}", missing: .identityNotFound, unlink),
            route(.GET, "/v1/account/logs", listLogs),
        ]
    }

    /// Deletes the caller's own account. Appwrite's clients have no such call; apps have to offer it.
    private func deleteAccount(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let receipt = try await accounts.deletion.deleteAccount(of: caller, context: call.context)
        var response = HTTPResponse.appwriteEmpty
        let left = receipt.manualRevocation.map(\.rawValue).joined(separator: ", ")
        if !left.isEmpty { response.headers.add(name: AppwriteHeader.manualRevocation, value: left) }
        call.cookies.remove(in: &response)
        return response
    }

    /// Closes the caller's own account. Its sessions end with it, this one as well.
    private func closeAccount(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let view = try await accounts.account.closeAccount(of: caller, context: call.context)
        var response = HTTPResponse.appwrite(try await user(view.account.id, in: call.app))
        call.cookies.remove(in: &response)
        return response
    }

    /// An access token as the native API gives one, so that every back end that reads this server's keys can check it.
    private func makeToken(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        guard call.credential?.isJWT == false else { throw AppwriteProblem.jwtDenied }
        let body = try AppwriteBody(call, "duration")
        let life = try body.integer("duration", in: 0...3_600, usual: 900)
        let left = try accounts.sessions.admitToken(of: caller)
        let token = try accounts.sessions.accessToken(for: caller.session, life: TimeInterval(life))
        var response = HTTPResponse.appwrite(["jwt": .string(token.exposed)], status: .created)
        note(left, in: &response)
        return response
    }

    private func listIdentities(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let view = try await accounts.sessions.account(of: caller)
        return .appwrite(
            "identities", queries.page(of: view.identities).map { $0.appwriteJSON(call.app.claims(of: $0)) },
            total: queries.total(view.identities.count))
    }

    private func unlink(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        guard let named = Provider.identity(call["identity"]), named.account == caller.session.account else {
            throw AppwriteProblem.identityNotFound
        }
        try await accounts.linking.unlink(named.provider, from: caller, context: call.context)
        return .appwriteEmpty
    }

    private func listLogs(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let claims = call.app.claims(of: try await accounts.sessions.account(of: caller))
        let events = try await accounts.events.latestEvents(of: caller.session.account, in: call.app.id)
        return .appwrite(
            "logs", queries.page(of: events).map { $0.appwriteJSON(claims) }, total: queries.total(events.count))
    }
}

extension App {
    /// What is told of one identity: what its provider states, or what stands in its place.
    func claims(of identity: Identity) -> IdentityClaims {
        privacy.isPseudonymous ? IdentityClaims() : identity.claims
    }
}
