import SesameAccounts
import SesameCore
import SesameText

extension ProfileText {
    /// Returns the text for the state of an onboarding.
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
    /// Returns the label of a role, a field, a member, a step or a choice.
    func label(_ name: String) -> Text { Text { labels.text(name, in: $0.rawValue, or: language) } }
}
