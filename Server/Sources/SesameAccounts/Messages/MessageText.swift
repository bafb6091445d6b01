import Foundation

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

    var isFrench: Bool { language == "fr" }

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

}
