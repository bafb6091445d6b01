/// A page of accounts with what is kept beside them.
package struct DetailedPage: Sendable, Equatable {
    package let accounts: [DetailedAccount]
    /// Where to go on; nil when there is nothing more.
    package let next: AccountID?
}
