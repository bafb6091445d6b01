import Foundation
import SesameCore

/// What people are written, in English and French.
struct MessageText: Sendable {
    /// The app's name as people are to read it.
    let app: String
    /// `en` or `fr`.
    let language: String

    init(app: App, language: String?) {
        self.app = app.id.description
        self.language = (language ?? app.language).hasPrefix("fr") ? "fr" : "en"
    }

    private var isFrench: Bool { language == "fr" }

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

    /// The message that tells what became of an account's way to sign in.
    func notice(_ notice: Notice, to email: String, at now: Date) -> OutgoingMessage {
        let (subject, lead): (String, String) =
            switch (notice, isFrench) {
            case (.passwordChanged, false):
                ("Your password was changed", "The password of your account for \(app) was changed.")
            case (.passwordChanged, true):
                ("Votre mot de passe a été changé", "Le mot de passe de votre compte \(app) a été changé.")
            case (.passwordAdded, false):
                ("A password was added", "Your account for \(app) can be signed in to with a password now.")
            case (.passwordAdded, true):
                (
                    "Un mot de passe a été ajouté",
                    "On peut désormais se connecter à votre compte \(app) avec un mot de passe."
                )
            case (.addressChanged, false):
                ("Your address was changed", "Your account for \(app) is signed in to with another address now.")
            case (.addressChanged, true):
                (
                    "Votre adresse a été changée",
                    "On se connecte désormais à votre compte \(app) avec une autre adresse."
                )
            case (.recoveryCodesMade, false):
                (
                    "New recovery codes were made",
                    "Your account for \(app) has new recovery codes. Earlier ones are no longer valid."
                )
            case (.recoveryCodesMade, true):
                (
                    "De nouveaux codes de secours ont été créés",
                    "Votre compte \(app) a de nouveaux codes de secours. Les précédents ne sont plus valables."
                )
            case (.methodAdded, false):
                ("A way to sign in was added", "Your account for \(app) has one more way to sign in now.")
            case (.methodAdded, true):
                (
                    "Un moyen de connexion a été ajouté",
                    "Votre compte \(app) a désormais un moyen de connexion de plus."
                )
            case (.factorAdded, false):
                ("A second factor was added", "Your account for \(app) asks for one more proof at sign-in now.")
            case (.factorAdded, true):
                (
                    "Un second facteur a été ajouté",
                    "Votre compte \(app) demande désormais une preuve de plus à la connexion."
                )
            case (.methodUnlinked, false):
                ("A way to sign in was removed", "Your account for \(app) has one way to sign in less now.")
            case (.methodUnlinked, true):
                (
                    "Un moyen de connexion a été retiré",
                    "Votre compte \(app) a désormais un moyen de connexion de moins."
                )
            case (.methodRemoved, false):
                (
                    "A way to sign in was removed",
                    "Whoever runs \(app) has removed a way to sign in to your account. You are signed out everywhere."
                )
            case (.methodRemoved, true):
                (
                    "Un moyen de connexion a été retiré",
                    "L’équipe de \(app) a retiré un moyen de connexion de votre compte. Vous êtes déconnecté partout."
                )
            case (.factorRemoved, false):
                ("A second factor was removed", "A second factor was taken from your account for \(app).")
            case (.factorRemoved, true):
                ("Un second facteur a été retiré", "Un second facteur a été retiré de votre compte \(app).")
            }
        let hint =
            isFrench
            ? "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et écrivez-nous."
            : "If that was not you, choose a new password at once, and write to us."
        return OutgoingMessage(
            channel: .mail, to: email, subject: subject, body: lead + "\n\n" + hint + "\n", language: language,
            expiresAt: now.addingTimeInterval(86_400))
    }

    /// What happened to an account that its person is written about.
    enum Notice {
        case passwordChanged
        case passwordAdded
        case addressChanged
        case factorAdded
        case factorRemoved
        case methodAdded
        /// The person removed it.
        case methodUnlinked
        /// An operator removed it.
        case methodRemoved
        case recoveryCodesMade
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
