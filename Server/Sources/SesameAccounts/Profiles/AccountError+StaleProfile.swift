import SesameCore

extension AccountError {
    /// A conflict between a change and the current version of the profile.
    package struct StaleProfile: RefusalAttachment {
        /// The version that the change was based on; nil if the client stated none or several.
        package let presented: Int?
        /// The account, whose current profile is sent to the client.
        package let account: AccountRecord
        /// The schema with which the current profile is written in the response.
        package let schema: ProfileSchema
    }

    /// The conflict with the current version of the profile that caused the error; nil for other errors.
    package var stale: StaleProfile? { attachment(StaleProfile.self) }

    static func stale(_ view: AccountRecord, _ schema: ProfileSchema, presented: Int?) -> AccountError {
        AccountError(.preconditionFailed, "the profile was changed in the meantime; retry with its current version")
            .with(StaleProfile(presented: presented, account: view, schema: schema))
    }
}
