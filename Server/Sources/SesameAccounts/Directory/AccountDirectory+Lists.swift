extension AccountDirectory {
    /// Returns a page of the accounts that match a query, with their metadata.
    package func page(matching query: AccountQuery) async throws(AccountError) -> AccountMetadataPage {
        try await scan { reader throws(StorageError) -> AccountMetadataPage in
            let page = try reader.accounts(matching: query)
            var accounts: [AccountWithMetadata] = []
            for view in page.accounts { accounts.append(try reader.detailed(view)) }
            return AccountMetadataPage(accounts: accounts, next: page.next)
        }
    }

    /// Returns a page with as many of the matching accounts as the limit allows, for clients that take a shorter page
    /// for the last. Reads as many pages as necessary.
    package func fullPage(matching query: AccountQuery) async throws(AccountError) -> AccountMetadataPage {
        var (query, accounts) = (query, [AccountWithMetadata]())
        while true {
            let page = try await page(matching: query)
            accounts += page.accounts
            query.limit -= page.accounts.count
            query.after = page.next
            if page.next == nil || query.limit <= 0 || Task.isCancelled {
                return AccountMetadataPage(accounts: accounts, next: page.next)
            }
        }
    }

    /// Returns a page of an app's accounts in the given order, from the start or after the given account.
    package func listedAccounts(
        in app: AppID, by order: AccountSortOrder, after: AccountSummary? = nil, limit: Int
    ) async throws(AccountError) -> [AccountSummary] {
        try await scan { reader throws(StorageError) in
            try reader.listedAccounts(in: app, by: order, after: after, limit: limit)
        }
    }

    /// Returns an account's fields for lists; nil if the account does not exist.
    package func listedAccount(_ id: AccountID, in app: AppID) async throws(AccountError) -> AccountSummary? {
        try await read { reader throws(StorageError) in try reader.listedAccount(id, in: app) }
    }

    /// Returns the existing accounts among the given ids, with their metadata, in the order of the ids.
    package func detailedAccounts(_ ids: [AccountID], in app: AppID) async throws(AccountError) -> [AccountWithMetadata]
    {
        try await scan { reader throws(StorageError) -> [AccountWithMetadata] in
            var accounts: [AccountWithMetadata] = []
            for id in ids {
                if let account = try reader.detailedAccount(id, in: app) { accounts.append(account) }
            }
            return accounts
        }
    }

    /// Returns the number of an app's accounts, but at most the given number.
    package func accountCount(in app: AppID, upTo most: Int) async throws(AccountError) -> Int {
        try await scan { reader throws(StorageError) in try reader.accountCount(in: app, upTo: most) }
    }

    /// Returns up to `limit` identities of an app after the given one, sorted by the bytes of subject and provider.
    package func identities(
        in app: AppID, after last: Identity?, limit: Int
    ) async throws(AccountError) -> [Identity] {
        try await scan { reader throws(StorageError) in try reader.identities(in: app, after: last, limit: limit) }
    }

    package func accounts(matching query: AccountQuery) async throws(AccountError) -> AccountPage {
        try await scan { reader throws(StorageError) in try reader.accounts(matching: query) }
    }
}
