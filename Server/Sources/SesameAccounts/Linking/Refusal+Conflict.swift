public import SesameCore

extension Refusal {
    /// A ticket for the decision, in its bearer's form, with what there is to decide on.
    public struct Conflict: RefusalAttachment {
        /// The ticket.
        public let ticket: Secret
        /// Seconds until it can no longer be used.
        public let expiresIn: Int
        /// The app of both accounts.
        public let app: App
        /// The identity's account.
        public let account: AccountView
        /// What a merge would leave; nil where the two cannot become one.
        public let merge: MergePlan?
    }

    /// The choices for an identity that already belongs to another account.
    public var conflict: Conflict? { attachment(Conflict.self) }
}
