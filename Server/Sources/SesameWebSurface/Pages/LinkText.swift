import SesameAccounts
import SesameText

extension LinkText {
    /// Returns the question for a sign-in method that is linked to another account.
    ///
    /// - Parameter name: The name of the other account's user; may be empty.
    static func conflict(with name: String) -> Text { conflictLead(name.isEmpty ? "" : " (\(name))") }

    /// Returns the hint about a merge of two accounts, with the labels of the profile fields whose values differ.
    static func merge(overriding fields: [String], in app: App) -> Text {
        guard !fields.isEmpty else { return mergeHint }
        let differences = mergeDifferences(fields.map(app.label).list)
        return Text { mergeHint[$0] + " " + differences[$0] }
    }
}
