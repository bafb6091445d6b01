extension AccountDirectory {
    /// The accounts that a query asks for, with what is kept beside them.
    package func page(matching query: AccountQuery) async throws(Refusal) -> DetailedPage {
        try await read { reader throws(StorageError) -> DetailedPage in
            let page = try reader.accounts(matching: query)
            var accounts: [DetailedAccount] = []
            for view in page.accounts { accounts.append(try reader.detailed(view)) }
            return DetailedPage(accounts: accounts, next: page.next)
        }
    }

    /// So many accounts of an app in an order, from its beginning or behind where that account stood.
    package func listedAccounts(
        in app: AppID, by order: AccountListOrder, after: ListedAccount? = nil, limit: Int
    ) async throws(Refusal) -> [ListedAccount] {
        try await read { reader throws(StorageError) in
            try reader.listedAccounts(in: app, by: order, after: after, limit: limit)
        }
    }

    /// Returns the fields of an account that lists show; nil if there is no such account.
    package func listedAccount(_ id: AccountID, in app: AppID) async throws(Refusal) -> ListedAccount? {
        try await read { reader throws(StorageError) in try reader.listedAccount(id, in: app) }
    }

    /// The accounts of these ids that there are, with what is kept beside them, in the order of the ids.
    package func detailedAccounts(_ ids: [AccountID], in app: AppID) async throws(Refusal) -> [DetailedAccount] {
        try await read { reader throws(StorageError) -> [DetailedAccount] in
            var accounts: [DetailedAccount] = []
            for id in ids {
                if let account = try reader.detailedAccount(id, in: app) { accounts.append(account) }
            }
            return accounts
        }
    }

    /// Returns the number of an app's accounts, up to the given number.
    package func accountCount(in app: AppID, upTo most: Int) async throws(Refusal) -> Int {
        try await read { reader throws(StorageError) in try reader.accountCount(in: app, upTo: most) }
    }

    /// Identities of an app's people, in the order of storage: at most so many of those behind that one.
    package func identities(
        in app: AppID, after last: Identity?, limit: Int
    ) async throws(Refusal) -> [Identity] {
        try await read { reader throws(StorageError) in try reader.identities(in: app, after: last, limit: limit) }
    }

    /// The accounts of an app that a query asks for.
    package func accounts(matching query: AccountQuery) async throws(Refusal) -> AccountPage {
        try await read { reader throws(StorageError) in try reader.accounts(matching: query) }
    }
}
