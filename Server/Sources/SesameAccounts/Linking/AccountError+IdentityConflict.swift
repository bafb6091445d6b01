package import SesameCore

extension AccountError {
    /// The attachment of a `credentialInUse` error: a ticket for the user's decision, and a preview of a merge.
    package struct IdentityConflict: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        package let app: App
        /// The account that the identity belongs to.
        package let account: AccountRecord
        /// The preview of a merge; nil if the accounts cannot be merged.
        package let merge: MergePlan?
    }

    /// The conflict if the identity belongs to another account; nil for other errors.
    package var conflict: IdentityConflict? { attachment(IdentityConflict.self) }
}
