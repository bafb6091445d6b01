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

    /// So many accounts of an app in an order, from its beginning or behind where that account stood.
    public func listedAccounts(
        in app: AppID, by order: AccountListOrder, after: ListedAccount? = nil, limit: Int
    ) async throws(Refusal) -> [ListedAccount] {
        try await read { reader throws(StorageError) in
            try reader.listedAccounts(in: app, by: order, after: after, limit: limit)
        }
    }

    /// What stands of one account in lists; nil where there is none.
    public func listedAccount(_ id: AccountID, in app: AppID) async throws(Refusal) -> ListedAccount? {
        try await read { reader throws(StorageError) in try reader.listedAccount(id, in: app) }
    }

    /// The accounts of these ids that there are, with what is kept beside them, in the order of the ids.
    public func detailedAccounts(_ ids: [AccountID], in app: AppID) async throws(Refusal) -> [DetailedAccount] {
        try await read { reader throws(StorageError) -> [DetailedAccount] in
            var accounts: [DetailedAccount] = []
            for id in ids {
                if let account = try reader.detailedAccount(id, in: app) { accounts.append(account) }
            }
            return accounts
        }
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
