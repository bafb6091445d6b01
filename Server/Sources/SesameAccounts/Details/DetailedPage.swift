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
            var accounts: [DetailedAccount] = []
            for view in page.accounts {
                let details = try reader.details(of: view.account.id, in: query.app)
                accounts.append(
                    DetailedAccount(
                        view: view, details: details ?? AccountDetails(app: query.app, account: view.account.id)))
            }
            return DetailedPage(accounts: accounts, next: page.next)
        }
    }
}
