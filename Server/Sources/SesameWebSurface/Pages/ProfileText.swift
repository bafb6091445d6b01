import SesameAccounts
import SesameCore
import SesameText

extension ProfileText {
    /// Returns the text for an onboarding's state, with the label of the current step if one is known.
    static func state(_ onboarding: Onboarding, in app: App) -> Text {
        switch onboarding {
        case .notStarted: notStarted
        case .inProgress(let step?): inProgressAt(app.label(step))
        case .inProgress(nil): inProgress
        case .completed: completed
        }
    }
}

extension App {
    /// Returns the app's label for a role, field, member, step or choice, in the page's language or else the app's; the
    /// name itself if it has no label.
    func label(_ name: String) -> Text { Text { labels.text(name, in: $0.rawValue, or: language) } }
}
