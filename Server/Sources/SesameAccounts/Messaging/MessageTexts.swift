// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Texts of emails about changes to an account’s sign-in methods.
enum NoticeText {
    static let passwordChangedSubject = Text("Your password was changed", "Votre mot de passe a été changé")
    static func passwordChanged(_ part1: some TextPart) -> Text {
        Text(
            "The password of your account for \(part1[.english]) was changed.",
            "Le mot de passe de votre compte \(part1[.french]) a été changé.")
    }
    static let passwordAddedSubject = Text("A password was added", "Un mot de passe a été ajouté")
    static func passwordAdded(_ part1: some TextPart) -> Text {
        Text(
            "You can now sign in to \(part1[.english]) with a password.",
            "On peut désormais se connecter à votre compte \(part1[.french]) avec un mot de passe.")
    }
    static let addressChangedSubject = Text("Your address was changed", "Votre adresse a été changée")
    static func addressChanged(_ part1: some TextPart) -> Text {
        Text(
            "You now sign in to \(part1[.english]) with another address.",
            "On se connecte désormais à votre compte \(part1[.french]) avec une autre adresse.")
    }
    static let recoveryCodesMadeSubject = Text(
        "New recovery codes were created", "De nouveaux codes de secours ont été créés")
    static func recoveryCodesMade(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has new recovery codes. Earlier ones are no longer valid.",
            "Votre compte \(part1[.french]) a de nouveaux codes de secours. Les précédents ne sont plus valables.")
    }
    static let methodAddedSubject = Text("A sign-in method was added", "Un moyen de connexion a été ajouté")
    static func methodAdded(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has a new sign-in method.",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de plus.")
    }
    static let factorAddedSubject = Text("A second factor was added", "Un second facteur a été ajouté")
    static func factorAdded(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) now asks for a second factor at sign-in.",
            "Votre compte \(part1[.french]) demande désormais une preuve de plus à la connexion.")
    }
    static let methodRemovedSubject = Text("A sign-in method was removed", "Un moyen de connexion a été retiré")
    static func methodUnlinked(_ part1: some TextPart) -> Text {
        Text(
            "A sign-in method was removed from your account for \(part1[.english]).",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de moins.")
    }
    static func methodRemoved(_ part1: some TextPart) -> Text {
        Text(
            "The operator of \(part1[.english]) removed a sign-in method from your account. You are signed out everywhere.",
            "L’équipe de \(part1[.french]) a retiré un moyen de connexion de votre compte. Vous êtes déconnecté partout."
        )
    }
    static let factorRemovedSubject = Text("A second factor was removed", "Un second facteur a été retiré")
    static func factorRemoved(_ part1: some TextPart) -> Text {
        Text(
            "A second factor was removed from your account for \(part1[.english]).",
            "Un second facteur a été retiré de votre compte \(part1[.french]).")
    }
    static let hint = Text(
        "If this wasn’t you, choose a new password at once, and contact us.",
        "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et écrivez-nous.")
}

/// Texts of messages with a code or a link.
enum CodeText {
    static func text(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]) is your code for \(part2[.english]). Don’t share it.",
            "\(part1[.french]) est votre code pour \(part2[.french]). Ne le donnez à personne.")
    }
    static func verifySubject(_ part1: some TextPart) -> Text {
        Text("Confirm your address for \(part1[.english])", "Confirmez votre adresse pour \(part1[.french])")
    }
    static let verify = Text("Confirm that this is your address:", "Pour confirmer que cette adresse est la vôtre :")
    static func resetPasswordSubject(_ part1: some TextPart) -> Text {
        Text("Reset your password for \(part1[.english])", "Un nouveau mot de passe pour \(part1[.french])")
    }
    static let resetPassword = Text("Choose a new password here:", "Choisissez un nouveau mot de passe ici :")
    static func secondFactorSubject(_ part1: some TextPart) -> Text {
        Text("Your code for \(part1[.english])", "Votre code pour \(part1[.french])")
    }
    static let secondFactor = Text("Your code to sign in:", "Pour montrer que c’est vous :")
    static func signInSubject(_ part1: some TextPart) -> Text {
        Text("Sign in to \(part1[.english])", "Connexion à \(part1[.french])")
    }
    static let signIn = Text("Sign in with this:", "Pour vous connecter :")
    static func changeEmailSubject(_ part1: some TextPart) -> Text {
        Text(
            "Confirm your new address for \(part1[.english])",
            "Confirmez votre nouvelle adresse pour \(part1[.french])")
    }
    static let changeEmail = Text("Confirm your new address:", "Pour en faire l’adresse de votre compte :")
    static func undoChange(_ part1: some TextPart) -> Text {
        Text(
            "This address no longer signs in to your account for \(part1[.english]). If you didn’t change it, undo the change:",
            "Cette adresse ne permet plus de se connecter à votre compte \(part1[.french]). Si ce n’était pas vous, annulez le changement :"
        )
    }
    static func undoMethod(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has a new sign-in method. If you didn’t add it, remove it:",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de plus. Si ce n’était pas vous, retirez-le :"
        )
    }
    static func undoFactor(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) now asks for a second factor at sign-in. If you didn’t add it, remove it:",
            "Votre compte \(part1[.french]) demande désormais une preuve de plus à la connexion. Si ce n’était pas vous, retirez-la :"
        )
    }
    static func phrase(_ part1: some TextPart) -> Text {
        Text(
            "Security phrase: \(part1[.english]). If it isn’t the one shown where you asked for this, ignore this message.",
            "Phrase de sécurité : \(part1[.french]). Elle figure aussi là où vous l’avez demandé ; sinon, ignorez ce message."
        )
    }
    static let ignore = Text(
        "If you didn’t request this, ignore it.", "Si vous n’avez rien demandé, ignorez ce message.")
    static let ignoreUndo = Text("If this was you, ignore it.", "Si c’était vous, ignorez ce message.")
    static let lifeOfUndo = Text(
        "It works once, within a week. It also removes whatever was added to the account since then, and signs out every device.",
        "Valable une seule fois, pendant une semaine. Tout ce qui a été ajouté au compte depuis lors est retiré, et tous les appareils sont déconnectés."
    )
    static let lifeOfLink = Text("It works once, within an hour.", "Valable une seule fois, pendant une heure.")
    static let lifeOfDigits = Text(
        "It works once, within ten minutes. Don’t share it.",
        "Valable une seule fois, pendant dix minutes. Ne le donnez à personne.")
}
