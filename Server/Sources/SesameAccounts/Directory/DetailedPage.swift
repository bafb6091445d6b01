/// A page of accounts with what is kept beside them.
package struct DetailedPage: Sendable, Equatable {
    package let accounts: [DetailedAccount]
    /// The place of the next page; nil at the end.
    package let next: AccountID?
}
