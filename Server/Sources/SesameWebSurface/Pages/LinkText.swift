import SesameAccounts
import SesameText

extension LinkText {
    /// Returns the question that a user answers if a sign-in method already belongs to another account.
    ///
    /// - Parameter name: The display name and email address of the other account; may be empty.
    static func conflict(with name: String) -> Text { conflictLead(name.isEmpty ? "" : " (\(name))") }

    /// Returns the hint about a merge of two accounts. It lists the labels of the given profile fields, for which the
    /// accounts have different values.
    static func merge(overriding fields: [String], in app: App) -> Text {
        guard !fields.isEmpty else { return mergeHint }
        let differences = mergeDifferences(fields.map(app.label).list)
        return Text { mergeHint[$0] + " " + differences[$0] }
    }
}
