package struct AccountMetadataPage: Sendable, Equatable {
    package let accounts: [AccountWithMetadata]
    /// The cursor of the next page; nil at the end.
    package let next: AccountID?
}
