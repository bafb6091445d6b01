import SesameCore

extension Refusal {
    /// A change for a version of the profile that is no more.
    package struct Stale: RefusalAttachment {
        /// The version that the change was made for, if it named one.
        package let presented: Int?
        /// The account with the profile as it is now.
        package let account: AccountView
        /// The app's profile schema.
        package let schema: ProfileSchema
    }

    /// The profile as it is now, where a change was made for an earlier one.
    package var stale: Stale? { attachment(Stale.self) }

    static func stale(_ view: AccountView, _ schema: ProfileSchema, presented: Int?) -> Refusal {
        Refusal(.preconditionFailed, "the profile was changed meanwhile; see what it is now")
            .with(Stale(presented: presented, account: view, schema: schema))
    }
}
