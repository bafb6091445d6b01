import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes on which a back end lists and removes the identities of an app's users.
struct AppwriteUserIdentityRoutes: Sendable {
    let directory: AccountDirectory
    let operators: OperatorService
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/users/identities", listUserIdentities),
            door.route(.DELETE, "/v1/users/identities/{identity}", missing: .identityNotFound, deleteIdentity),
        ]
    }

    /// Returns a page of identities, found in one pass over all of them.
    private func listUserIdentities(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        guard call.request.query["search"]?.isEmpty ?? true else { throw .appwrite(.searchUnsupported) }
        let (schema, app) = (AppwriteIdentityModel.schema, call.app)
        let (filters, orders) = (try queries.filters(schema), try queries.orders(schema))
        let attributes = orders.map(\.attribute) + ["$createdAt", "$id"]
        func key(_ identity: AppwriteIdentityModel) -> [String] { attributes.map { identity.values($0)?.first ?? "" } }
        var start: [String]?
        if let cursor = queries.cursor {
            guard let identity = try await identity(cursor.id, in: app) else { throw .appwrite(.cursorNotFound) }
            start = key(identity)
        }
        var window = AppwritePageScan<AppwriteIdentityModel>(queries, orders: orders, cursor: start)
        let deadline = AppwriteListTimeout(AppwriteUserSearch.longest)
        var last: Identity?
        repeat {
            try await deadline.check()
            let page = try await directory.identities(in: app.id, after: last, limit: 500)
            for identity in page.lazy.map({ AppwriteIdentityModel(identity: $0, claims: app.claims(of: $0)) })
            where filters.allSatisfy({ $0.holds(identity.values) }) {
                window.take(identity, key: key(identity))
            }
            last = page.last
        } while last != nil
        return .appwrite(
            "identities", window.page.map { $0.identity.appwriteJSON($0.claims) }, total: queries.total(window.count))
    }

    private func identity(_ id: String, in app: App) async throws(AccountError) -> AppwriteIdentityModel? {
        guard let named = Provider.identity(id),
            let account = try await directory.detailedAccounts([named.account], in: app.id).first,
            let identity = account.view.identities.first(where: { $0.provider == named.provider })
        else { return nil }
        return AppwriteIdentityModel(identity: identity, claims: app.claims(of: identity))
    }

    /// Removes an identity from an account. The removal of the account's last reliable sign-in method requires a key
    /// with the scope `users:act-as`.
    private func deleteIdentity(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let scopes = try call.serverOfPeople().key.scopes
        guard let named = Provider.identity(call["identity"]),
            try await directory.account(named.account, in: call.app.id).identities
                .contains(where: { $0.provider == named.provider })
        else { throw .appwrite(.identityNotFound) }
        var order = AccountUpdate()
        order.removedProviders = [named.provider]
        // The account may lose its last sign-in method, and does not become a guest account then.
        order.isVouchedFor = true
        _ = try await operators.change(
            named.account, by: order, with: scopes, in: call.app, context: call.context)
        return .appwriteEmpty
    }
}
