import Foundation
import SesameCore
import SesameText

extension MessageText {
    /// Returns the email or text message with a code. An email contains the link instead of the code if there is one.
    func message(
        of content: CodeContent, code: Secret, link: String?, phrase: String? = nil, until expiresAt: Date
    ) -> OutgoingMessage {
        guard content.kind == .email else {
            return OutgoingMessage(
                channel: .sms, recipient: content.name, subject: "", body: CodeText.text(code.exposed, app)[language],
                language: language.rawValue, expiresAt: expiresAt)
        }
        let (subject, lead) = words(for: content.purpose)
        let body = [
            lead[language], link ?? code.exposed, lifetime(of: content)[language],
            phrase.map { CodeText.phrase($0)[language] },
            (content.purpose.isUndo ? CodeText.ignoreUndo : CodeText.ignore)[language],
        ]
        .compactMap { $0 }.joined(separator: "\n\n")
        return OutgoingMessage(
            channel: .email, recipient: content.name, subject: subject[language], body: body + "\n",
            language: language.rawValue, expiresAt: expiresAt)
    }

    private func words(for purpose: CodePurpose) -> (subject: Text, lead: Text) {
        switch purpose {
        case .verify: (CodeText.verifySubject(app), CodeText.verify)
        case .resetPassword: (CodeText.resetPasswordSubject(app), CodeText.resetPassword)
        case .secondFactor: (CodeText.secondFactorSubject(app), CodeText.secondFactor)
        case .signIn: (CodeText.signInSubject(app), CodeText.signIn)
        case .changeEmail: (CodeText.changeEmailSubject(app), CodeText.changeEmail)
        case .undoChange: (NoticeText.addressChangedSubject, CodeText.undoChange(app))
        case .undoMethod: (NoticeText.methodAddedSubject, CodeText.undoMethod(app))
        case .undoFactor: (NoticeText.factorAddedSubject, CodeText.undoFactor(app))
        }
    }

    private func lifetime(of content: CodeContent) -> Text {
        if content.purpose.isUndo { return CodeText.lifeOfUndo }
        return content.form == .link ? CodeText.lifeOfLink : CodeText.lifeOfDigits
    }
}
