import SesameAccounts
import SesameText

extension LinkText {
    /// Asks what to do where a way to sign in is another account's.
    static func conflict(with name: String) -> Text { conflictLead(name.isEmpty ? "" : " (\(name))") }

    /// Returns the text about a merge of two accounts.
    static func merge(overriding fields: [String], in app: App) -> Text {
        guard !fields.isEmpty else { return mergeHint }
        let differences = mergeDifferences(fields.map(app.label).list)
        return Text { mergeHint[$0] + " " + differences[$0] }
    }
}
