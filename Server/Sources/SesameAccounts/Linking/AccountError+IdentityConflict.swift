package import SesameCore

extension AccountError {
    /// A conflict's ticket, in the client's form, with the possible decisions.
    package struct IdentityConflict: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        /// The app of both accounts.
        package let app: App
        /// The identity's account.
        package let account: AccountRecord
        /// The result of a merge; nil if the accounts cannot be merged.
        package let merge: MergePlan?
    }

    /// The conflict of an identity that already belongs to another account.
    package var conflict: IdentityConflict? { attachment(IdentityConflict.self) }
}
