import Foundation
import SesameText

/// The emails and texts about one app, in one language.
struct MessageText: Sendable {
    /// The app's id, which the messages use as its name.
    let app: String
    let language: Language

    init(app: App, language: String?) {
        self.app = app.id.description
        self.language = language.flatMap { Language(tag: $0) } ?? Language(tag: app.language) ?? .english
    }

    /// Returns the email that notifies the user of a change to their account. The email expires after a day.
    func notice(_ notice: Notice, to email: String, at now: Date) -> OutgoingMessage {
        let (subject, lead) = words(for: notice)
        return OutgoingMessage(
            channel: .email, recipient: email, subject: subject[language],
            body: "\(lead[language])\n\n\(NoticeText.hint[language])\n", language: language.rawValue,
            expiresAt: now.addingTimeInterval(86_400))
    }

    private func words(for notice: Notice) -> (subject: Text, lead: Text) {
        switch notice {
        case .passwordChanged: (NoticeText.passwordChangedSubject, NoticeText.passwordChanged(app))
        case .passwordAdded: (NoticeText.passwordAddedSubject, NoticeText.passwordAdded(app))
        case .addressChanged: (NoticeText.addressChangedSubject, NoticeText.addressChanged(app))
        case .recoveryCodesMade: (NoticeText.recoveryCodesMadeSubject, NoticeText.recoveryCodesMade(app))
        case .methodAdded: (NoticeText.methodAddedSubject, NoticeText.methodAdded(app))
        case .factorAdded: (NoticeText.factorAddedSubject, NoticeText.factorAdded(app))
        case .methodUnlinked: (NoticeText.methodRemovedSubject, NoticeText.methodUnlinked(app))
        case .methodRemoved: (NoticeText.methodRemovedSubject, NoticeText.methodRemoved(app))
        case .factorRemoved: (NoticeText.factorRemovedSubject, NoticeText.factorRemoved(app))
        }
    }

    /// A change to an account that is reported to its user by email.
    enum Notice {
        case passwordChanged
        case passwordAdded
        case addressChanged
        case factorAdded
        case factorRemoved
        case methodAdded
        /// A sign-in method was removed by the user, or because the provider deleted the user's account.
        case methodUnlinked
        /// An operator or back end removed a sign-in method, the password or a second factor.
        case methodRemoved
        case recoveryCodesMade
    }
}
