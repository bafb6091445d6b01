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
        /// What a merge would leave; nil where the two cannot become one.
        package let merge: MergePlan?
    }

    /// The choices for an identity that already belongs to another account.
    package var conflict: Conflict? { attachment(Conflict.self) }
}
