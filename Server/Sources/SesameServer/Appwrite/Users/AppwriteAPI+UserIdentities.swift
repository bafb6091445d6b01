import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The identities of all of the app's people.
extension AppwriteAPI {
    var userIdentityRoutes: [Route] {
        [
            route(.GET, "/v1/users/identities") { call in
                _ = try call.server(.readUsers)
                let queries = try AppwriteQueries(call.request)
                let conditions = try queries.others.map { try AppwriteIdentityCondition($0) }
                let all = try await accounts.identities(in: call.app.id, most: AppwriteUserListing.reach)
                let found = all.filter { identity in
                    conditions.allSatisfy { $0.holds(for: identity, call.app.claims(of: identity)) }
                }
                return .appwrite(
                    "identities", queries.page(of: found).map { $0.appwriteJSON(call.app.claims(of: $0)) },
                    total: queries.total(found.count))
            },
            route(.DELETE, "/v1/users/identities/{identity}", missing: .identityNotFound, deleteIdentity),
        ]
    }

    /// Takes an identity from an account. The operator may take the last one as well.
    private func deleteIdentity(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.writeUsers)
        guard let named = Provider.identity(call["identity"]),
            try await accounts.account(named.account, in: call.app.id).identities
                .contains(where: { $0.provider == named.provider })
        else { throw AppwriteProblem.identityNotFound }
        var order = AccountOrder()
        order.removedProviders = [named.provider]
        _ = try await accounts.change(named.account, by: order, in: call.app, context: call.context)
        return .appwriteEmpty
    }
}

/// A condition on an identity: `equal`, on one of a few attributes.
private struct AppwriteIdentityCondition {
    private let attribute: String
    private let values: [String]

    init(_ query: AppwriteQuery) throws {
        values = query.values.compactMap(\.string)
        guard query.method == "equal", ["userId", "provider", "providerEmail"].contains(query.attribute),
            !values.isEmpty, values.count == query.values.count
        else { throw AppwriteProblem.queryInvalid }
        attribute = query.attribute
    }

    func holds(for identity: Identity, _ claims: IdentityClaims) -> Bool {
        let own =
            switch attribute {
            case "userId": identity.account.description
            case "provider": identity.provider.rawValue
            default: claims.email ?? ""
            }
        return values.contains { $0.hasSameBytes(as: own) }
    }
}
