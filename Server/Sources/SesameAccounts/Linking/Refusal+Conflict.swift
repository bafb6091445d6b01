package import SesameCore

extension Refusal {
    /// A ticket for the decision, in its bearer's form, with what there is to decide on.
    package struct Conflict: RefusalAttachment {
        package let ticket: Secret
        /// Seconds until it can no longer be used.
        package let expiresIn: Int
        /// The app of both accounts.
        package let app: App
        /// The identity's account.
        package let account: AccountView
        /// The result of a merge; nil if the accounts cannot be merged.
        package let merge: MergePlan?
    }

    /// The choices for an identity that already belongs to another account.
    package var conflict: Conflict? { attachment(Conflict.self) }
}
