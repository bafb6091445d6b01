import SesameAccounts
import SesameCore

/// One page of an app's users, with the total for the response.
struct AppwriteUserPage: Sendable {
    let users: [AppwriteUserModel]
    let total: Int
}

extension AccountDirectory {
    /// Returns the listing's page of an app's users. Throws if the cursor's account does not exist, or after the time
    /// limit.
    ///
    /// If the order has an index, only the accounts from the cursor to the end of the page are read, unless a total of
    /// filtered users has to be counted. In any other order, all users are read in one pass.
    func page(
        _ listing: AppwriteUserListing, of app: App, within limit: Duration = AppwriteUserSearch.longest
    ) async throws(AccountError) -> AppwriteUserPage {
        let search = AppwriteUserSearch(
            accounts: self, listing: listing, app: app, deadline: AppwriteListTimeout(limit))
        let (ids, count) = try await search.run()
        let users = try await detailedAccounts(ids, in: app.id).map { AppwriteUserModel($0, in: app) }
        return AppwriteUserPage(users: users, total: listing.queries.total(count))
    }
}

/// The search for one page of an app's users.
struct AppwriteUserSearch {
    /// The time limit of a search.
    static let longest: Duration = .seconds(5)
    /// The number of accounts read at a time.
    private static let step = 200

    private let accounts: AccountDirectory
    private let listing: AppwriteUserListing
    private let app: App
    private let deadline: AppwriteListTimeout
    private let tests: (listed: AppwriteUserPredicate, whole: AppwriteUserPredicate)

    init(accounts: AccountDirectory, listing: AppwriteUserListing, app: App, deadline: AppwriteListTimeout) {
        (self.accounts, self.listing, self.app, self.deadline) = (accounts, listing, app, deadline)
        tests = listing.parts(AccountSummary.attributes(in: app))
    }

    /// Returns the account ids of the page, and the number of matches for the response's total.
    func run() async throws(AccountError) -> (page: [AccountID], count: Int) {
        if listing.orders.count == 1, let order = AccountSortOrder(listing.orders[0], in: app) {
            return try await alongIndex(order)
        }
        return try await throughAll()
    }

    private func alongIndex(_ order: AccountSortOrder) async throws(AccountError) -> (page: [AccountID], count: Int) {
        let queries = listing.queries
        let isBefore = queries.cursor?.isBefore ?? false
        let start = try await cursor()
        let (most, isCounted) = (queries.offset + queries.limit, queries.wantsTotal && !listing.isOfAll)
        // A search from the beginning also counts the matches.
        let maxCounted = isCounted && start == nil ? max(most, AppwriteQueries.maxTotal) : most
        var found: [AccountID] = []
        var count = 0
        try await walk(by: isBefore ? order.reversed : order, after: start, atOnce: most) { account, _ in
            if found.count < most { found.append(account.id) }
            count += 1
            return count < maxCounted
        }
        if !queries.wantsTotal {
            count = 0
        } else if listing.isOfAll {
            count = try await accounts.accountCount(in: app.id, upTo: AppwriteQueries.maxTotal)
        } else if start != nil {
            count = 0
            try await walk(by: .oldest, after: nil) { _, _ in
                count += 1
                return count < AppwriteQueries.maxTotal
            }
        }
        let page = found.dropFirst(queries.offset)
        return (isBefore ? page.reversed() : Array(page), count)
    }

    private func throughAll() async throws(AccountError) -> (page: [AccountID], count: Int) {
        let attributes = listing.orders.map(\.attribute) + ["$createdAt", "$id"]
        let needsWhole = !AccountSummary.attributes(in: app).isSuperset(of: attributes)
        func key(_ account: AccountSummary, _ user: AppwriteUserModel?) -> [String] {
            attributes.map { (user?.values($0) ?? account.values($0))?.first ?? "" }
        }
        var start: [String]?
        if let account = try await cursor() {
            let user = try await accounts.detailedAccounts([account.id], in: app.id).first
            start = key(account, user.map { AppwriteUserModel($0, in: app) })
        }
        var window = AppwritePageScan<AccountID>(listing.queries, orders: listing.orders, cursor: start)
        try await walk(by: .oldest, after: nil, readsWhole: needsWhole) { account, user in
            window.take(account.id, key: key(account, user))
            return true
        }
        return (window.page, window.count)
    }

    /// Returns the account of the request's cursor; nil if the request has no cursor. Throws if there is no such
    /// account.
    private func cursor() async throws(AccountError) -> AccountSummary? {
        guard let cursor = listing.queries.cursor else { return nil }
        guard let account = try await accounts.listedAccount(AccountID(cursor.id), in: app.id) else {
            throw .appwrite(.cursorNotFound)
        }
        return account
    }

    /// Visits the matching accounts in order, until the visitor returns false. Throws after the time limit.
    ///
    /// - Parameters:
    ///   - atOnce: The maximum number of accounts to read at a time if the listing has no filter and no search.
    ///   - readsWhole: True if the visitor needs each account with its metadata.
    private func walk(
        by order: AccountSortOrder, after start: AccountSummary?, atOnce: Int = step, readsWhole: Bool = false,
        _ visit: (AccountSummary, AppwriteUserModel?) -> Bool
    ) async throws(AccountError) {
        let step = listing.isOfAll ? min(atOnce, Self.step) : Self.step
        var last = start
        while true {
            try await deadline.check()
            let read = try await accounts.listedAccounts(in: app.id, by: order, after: last, limit: step)
            let found = read.filter { tests.listed.holds($0.values) }
            if readsWhole || !tests.whole.isEmpty {
                let users = try await accounts.detailedAccounts(found.map(\.id), in: app.id)
                let whole = Dictionary(users.map { ($0.view.account.id, AppwriteUserModel($0, in: app)) }) { first, _ in
                    first
                }
                for account in found {
                    guard let user = whole[account.id], tests.whole.holds(user.values) else { continue }
                    if !visit(account, user) { return }
                }
            } else {
                for account in found where !visit(account, nil) { return }
            }
            guard read.count == step else { return }
            last = read.last
        }
    }
}
