/// A page of accounts with what is kept beside them.
public struct DetailedPage: Sendable, Equatable {
    /// The accounts.
    public let accounts: [DetailedAccount]
    /// Where to go on; nil when there is nothing more.
    public let next: AccountID?
}
