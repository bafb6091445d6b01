import SesameAccounts
import SesameText

extension LinkText {
    /// Returns the question for a sign-in method that is linked to another account.
    static func conflict(with name: String) -> Text { conflictLead(name.isEmpty ? "" : " (\(name))") }

    /// Returns the text about a merge of two accounts.
    static func merge(overriding fields: [String], in app: App) -> Text {
        guard !fields.isEmpty else { return mergeHint }
        let differences = mergeDifferences(fields.map(app.label).list)
        return Text { mergeHint[$0] + " " + differences[$0] }
    }
}
