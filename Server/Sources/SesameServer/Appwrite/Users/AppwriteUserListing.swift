import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Which of an app's people are asked for.
///
/// Up to ``reach`` accounts are looked at, as many as Appwrite counts: in an app with more, the list goes on behind a
/// cursor, in the order of the ids.
struct AppwriteUserListing {
    static let reach = 5_000

    /// The pages and the order.
    let queries: AppwriteQueries
    private let conditions: [AppwriteUserCondition]
    private let order: Order?
    /// A text that stands in an id, an address or a name.
    private let search: String

    private struct Order {
        let attribute: AppwriteUserAttribute
        let isDescending: Bool
    }

    init(_ request: HTTPRequest) throws {
        queries = try AppwriteQueries(request)
        search = (request.query["search"] ?? "").lowercased()
        guard search.unicodeScalars.count <= 256 else {
            throw AppwriteProblem.argument("search", "Value must be a valid string and at most 256 chars long.")
        }
        var conditions: [AppwriteUserCondition] = []
        var order: Order?
        for query in queries.others {
            switch query.method {
            case "orderAsc", "orderDesc":
                guard order == nil else { throw AppwriteProblem.queryInvalid }
                order = Order(
                    attribute: try AppwriteUserAttribute(of: query), isDescending: query.method == "orderDesc")
            case "select": continue
            default: conditions.append(try AppwriteUserCondition(query))
            }
        }
        (self.conditions, self.order) = (conditions, order)
    }

    /// What storage can look for by itself.
    func query(of app: App) -> AccountQuery {
        var query = AccountQuery(app: app.id, limit: 200)
        if order == nil { query.after = queries.after.map { AccountID($0) } }
        return query
    }

    /// The page among all accounts that were found, and how many there are.
    func page(of all: [AppwriteUser]) throws -> AppwriteUserPage {
        var found = all.filter { user in
            conditions.allSatisfy { $0.holds(for: user) } && (search.isEmpty || Self.mentions(user, search))
        }
        if let order {
            found = found.sorted { left, right in
                let (first, second) = (left[order.attribute], right[order.attribute])
                return order.isDescending ? second < first : first < second
            }
            if let after = queries.after {
                guard let index = found.firstIndex(where: { $0.account.id.description.hasSameBytes(as: after) })
                else { throw AppwriteProblem.queryInvalid }
                found.removeFirst(index + 1)
            }
        }
        return AppwriteUserPage(users: Array(queries.page(of: found)), total: found.count)
    }

    private static func mentions(_ user: AppwriteUser, _ text: String) -> Bool {
        [user.account.id.description, user.email, user.name, user.phone].contains { $0.lowercased().contains(text) }
    }
}

/// A page of accounts.
struct AppwriteUserPage {
    let users: [AppwriteUser]
    let total: Int
}

extension AccountSystem {
    /// The page that a listing asks for.
    func page(_ listing: AppwriteUserListing, of app: App) async throws -> AppwriteUserPage {
        var found: [AppwriteUser] = []
        var query = listing.query(of: app)
        repeat {
            let page = try await self.page(matching: query)
            found += page.accounts.map { AppwriteUser($0, in: app) }
            query.after = page.next
        } while query.after != nil && found.count < AppwriteUserListing.reach
        return try listing.page(of: found)
    }
}
