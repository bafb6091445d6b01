import Foundation
import SesameCore

extension MessageText {
    /// The message that brings a code.
    func message(
        of content: CodeContent, code: Secret, link: String?, phrase: String? = nil, until expiresAt: Date
    ) -> OutgoingMessage {
        guard content.kind == .email else {
            return OutgoingMessage(
                channel: .text, to: content.name, subject: "",
                body: isFrench
                    ? "\(code.exposed) est votre code pour \(app). Ne le donnez à personne."
                    : "\(code.exposed) is your code for \(app). Give it to nobody.",
                language: language, expiresAt: expiresAt)
        }
        let (subject, lead) = words(for: content.purpose)
        let body = [
            lead, link ?? code.exposed, life(of: content), phrase.map(words(of:)), hint(for: content.purpose),
        ]
        .compactMap { $0 }.joined(separator: "\n\n")
        return OutgoingMessage(
            channel: .mail, to: content.name, subject: subject, body: body + "\n", language: language,
            expiresAt: expiresAt)
    }

    private func words(for purpose: CodePurpose) -> (subject: String, lead: String) {
        switch (purpose, isFrench) {
        case (.verify, false): ("Confirm your address for \(app)", "This confirms that the address is yours:")
        case (.verify, true): ("Confirmez votre adresse pour \(app)", "Pour confirmer que cette adresse est la vôtre :")
        case (.resetPassword, false): ("A new password for \(app)", "Choose a new password here:")
        case (.resetPassword, true): ("Un nouveau mot de passe pour \(app)", "Choisissez un nouveau mot de passe ici :")
        case (.secondFactor, false): ("Your code for \(app)", "This shows that it is you:")
        case (.secondFactor, true): ("Votre code pour \(app)", "Pour montrer que c’est vous :")
        case (.signIn, false): ("Sign in to \(app)", "This signs you in:")
        case (.signIn, true): ("Connexion à \(app)", "Pour vous connecter :")
        case (.undoChange, false):
            (
                "Your address was changed",
                "This address no longer signs in to your account for \(app). If you didn’t change it, undo the change:"
            )
        case (.undoChange, true):
            (
                "Votre adresse a été changée",
                "Cette adresse ne permet plus de se connecter à votre compte \(app). Si ce n’était pas vous, annulez le changement :"
            )
        case (.undoMethod, false):
            (
                "A way to sign in was added",
                "Your account for \(app) has one more way to sign in now. If you didn’t add it, remove it:"
            )
        case (.undoMethod, true):
            (
                "Un moyen de connexion a été ajouté",
                "Votre compte \(app) a désormais un moyen de connexion de plus. Si ce n’était pas vous, retirez-le :"
            )
        case (.undoFactor, false):
            (
                "A second factor was added",
                "Your account for \(app) asks for one more proof at sign-in now. If you didn’t add it, remove it:"
            )
        case (.undoFactor, true):
            (
                "Un second facteur a été ajouté",
                "Votre compte \(app) demande désormais une preuve de plus à la connexion. Si ce n’était pas vous, retirez-la :"
            )
        case (.changeEmail, false):
            ("Confirm your new address for \(app)", "This makes the address that of your account:")
        case (.changeEmail, true):
            ("Confirmez votre nouvelle adresse pour \(app)", "Pour en faire l’adresse de votre compte :")
        }
    }

    private func words(of phrase: String) -> String {
        isFrench
            ? "Phrase de sécurité : \(phrase). Elle figure aussi là où vous l’avez demandé ; sinon, ignorez ce message."
            : "Security phrase: \(phrase). Where you asked for this it says the same; if it does not, ignore it."
    }

    private func hint(for purpose: CodePurpose) -> String {
        switch (purpose, isFrench) {
        case (.undoChange, false), (.undoMethod, false), (.undoFactor, false): "If it was you, ignore this."
        case (.undoChange, true), (.undoMethod, true), (.undoFactor, true): "Si c’était vous, ignorez ce message."
        case (_, false): "If you did not ask for this, ignore it."
        case (_, true): "Si vous n’avez rien demandé, ignorez ce message."
        }
    }

    private func life(of content: CodeContent) -> String {
        if content.purpose.isUndo {
            return isFrench
                ? "Valable une seule fois, pendant une semaine. Tout ce qui a été ajouté au compte depuis lors est retiré, et tous les appareils sont déconnectés."
                : "It works once, within a week. It also removes whatever was added to the account since then, and signs out every device."
        }
        return switch (content.form, isFrench) {
        case (.link, false): "It works once, within an hour."
        case (.link, true): "Valable une seule fois, pendant une heure."
        case (.digits, false): "It works once, within ten minutes. Give it to nobody."
        case (.digits, true): "Valable une seule fois, pendant dix minutes. Ne le donnez à personne."
        }
    }
}
