import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Which of an app's people are asked for.
///
/// In the order of their making, which is the usual one, a list goes on for as long as there are people. In other orders
/// it is of the first ``reach`` of those who are asked for.
struct AppwriteUserListing {
    /// How many are counted and sorted, as many as Appwrite counts.
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

    /// The order of the list, if it is one by the time of their making.
    var age: AccountAge? {
        guard let order else { return .oldest }
        switch order.attribute {
        case .createdAt, .registration: return order.isDescending ? .newest : .oldest
        default: return nil
        }
    }

    /// Whether everybody is asked for.
    var isOfAll: Bool { conditions.isEmpty && search.isEmpty }

    /// Whether somebody is asked for.
    func holds(for user: AppwriteUser) -> Bool {
        conditions.allSatisfy { $0.holds(for: user) } && (search.isEmpty || Self.mentions(user, search))
    }

    /// The page among all that were found, in the order that is no storage's.
    func page(of found: [AppwriteUser]) throws -> [AppwriteUser] {
        guard let order else { return Array(queries.page(of: found)) }
        let sorted = found.sorted { left, right in
            let (first, second) = (left[order.attribute], right[order.attribute])
            return order.isDescending ? second < first : first < second
        }
        guard let cursor = queries.cursor else { return Array(queries.page(of: sorted)) }
        guard let index = sorted.firstIndex(where: { $0.account.id.description.hasSameBytes(as: cursor.id) }) else {
            throw AppwriteProblem.cursorNotFound
        }
        return cursor.isBefore
            ? Array(sorted[..<index].dropLast(queries.offset).suffix(queries.limit))
            : Array(queries.page(of: Array(sorted[(index + 1)...])))
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
        guard let age = listing.age else {
            let found = try await users(listing, of: app, by: .oldest, most: AppwriteUserListing.reach)
            return AppwriteUserPage(
                users: try listing.page(of: found), total: listing.queries.total(found.count))
        }
        let (queries, cursor) = (listing.queries, listing.queries.cursor)
        let isBefore = cursor?.isBefore ?? false
        let found = try await users(
            listing, of: app, by: isBefore ? age.reversed : age, after: cursor.map { AccountID($0.id) },
            most: queries.offset + queries.limit)
        let page = found.dropFirst(queries.offset)
        return AppwriteUserPage(
            users: isBefore ? page.reversed() : Array(page), total: try await total(listing, of: app))
    }

    private func total(_ listing: AppwriteUserListing, of app: App) async throws -> Int {
        guard listing.queries.wantsTotal else { return 0 }
        if listing.isOfAll { return try await accountCount(in: app.id, upTo: AppwriteUserListing.reach) }
        return try await users(listing, of: app, by: .oldest, most: AppwriteUserListing.reach).count
    }

    /// So many of those who are asked for, by age.
    private func users(
        _ listing: AppwriteUserListing, of app: App, by age: AccountAge, after cursor: AccountID? = nil, most: Int
    ) async throws -> [AppwriteUser] {
        let size = 200
        var found: [AppwriteUser] = []
        var after = cursor
        while found.count < most {
            let page: [DetailedAccount]
            do throws(Refusal) {
                page = try await accounts(in: app.id, by: age, after: after, limit: size)
            } catch {
                guard error.code == .notFound else { throw error }
                // Who was there a moment ago may be gone; the cursor itself has to be there.
                if after == cursor { throw AppwriteProblem.cursorNotFound }
                break
            }
            found += page.lazy.map { AppwriteUser($0, in: app) }.filter { listing.holds(for: $0) }
            after = page.last?.view.account.id
            if page.count < size { break }
        }
        return Array(found.prefix(most))
    }
}
