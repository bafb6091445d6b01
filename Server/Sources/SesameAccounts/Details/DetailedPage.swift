import SesameCore

/// A page of accounts with what is kept beside them.
public struct DetailedPage: Sendable, Equatable {
    /// The accounts.
    public let accounts: [DetailedAccount]
    /// Where to go on; nil when there is nothing more.
    public let next: AccountID?
}

extension AccountSystem {
    /// The accounts that a query asks for, with what is kept beside them.
    public func page(matching query: AccountQuery) async throws(Refusal) -> DetailedPage {
        try await read { reader throws(StorageError) -> DetailedPage in
            let page = try reader.accounts(matching: query)
            return DetailedPage(accounts: try reader.detailed(page.accounts), next: page.next)
        }
    }

    /// So many accounts of an app by the time at which they were made, with what is kept beside them.
    ///
    /// - Parameter after: Only those that follow this one; refused as not found where there is none.
    public func accounts(
        in app: AppID, by age: AccountAge, after: AccountID? = nil, limit: Int
    ) async throws(Refusal) -> [DetailedAccount] {
        let accounts = try await read { reader throws(StorageError) -> [DetailedAccount]? in
            if let after, try reader.account(after, in: app) == nil { return nil }
            var views: [AccountView] = []
            for id in try reader.accountIDs(in: app, by: age, after: after, limit: limit) {
                if let view = try reader.view(of: id, in: app) { views.append(view) }
            }
            return try reader.detailed(views)
        }
        guard let accounts else { throw .noSuchAccount }
        return accounts
    }

    /// How many accounts an app has, counted no further than that.
    public func accountCount(in app: AppID, upTo most: Int) async throws(Refusal) -> Int {
        try await read { reader throws(StorageError) in try reader.accountCount(in: app, upTo: most) }
    }
}

extension StorageReader {
    /// Accounts with what is kept beside them.
    fileprivate func detailed(_ views: [AccountView]) throws(StorageError) -> [DetailedAccount] {
        var accounts: [DetailedAccount] = []
        for view in views {
            let (app, id) = (view.account.app, view.account.id)
            let details = try details(of: id, in: app) ?? AccountDetails(app: app, account: id)
            accounts.append(DetailedAccount(view: view, details: details))
        }
        return accounts
    }
}
