// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Mails about a change of an account’s ways to sign in.
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
            "Your account for \(part1[.english]) can be signed in to with a password now.",
            "On peut désormais se connecter à votre compte \(part1[.french]) avec un mot de passe.")
    }
    static let addressChangedSubject = Text("Your address was changed", "Votre adresse a été changée")
    static func addressChanged(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) is signed in to with another address now.",
            "On se connecte désormais à votre compte \(part1[.french]) avec une autre adresse.")
    }
    static let recoveryCodesMadeSubject = Text(
        "New recovery codes were made", "De nouveaux codes de secours ont été créés")
    static func recoveryCodesMade(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has new recovery codes. Earlier ones are no longer valid.",
            "Votre compte \(part1[.french]) a de nouveaux codes de secours. Les précédents ne sont plus valables.")
    }
    static let methodAddedSubject = Text("A way to sign in was added", "Un moyen de connexion a été ajouté")
    static func methodAdded(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has one more way to sign in now.",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de plus.")
    }
    static let factorAddedSubject = Text("A second factor was added", "Un second facteur a été ajouté")
    static func factorAdded(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) asks for one more proof at sign-in now.",
            "Votre compte \(part1[.french]) demande désormais une preuve de plus à la connexion.")
    }
    static let methodRemovedSubject = Text("A way to sign in was removed", "Un moyen de connexion a été retiré")
    static func methodUnlinked(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has one way to sign in less now.",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de moins.")
    }
    static func methodRemoved(_ part1: some TextPart) -> Text {
        Text(
            "Whoever runs \(part1[.english]) has removed a way to sign in to your account. You are signed out everywhere.",
            "L’équipe de \(part1[.french]) a retiré un moyen de connexion de votre compte. Vous êtes déconnecté partout."
        )
    }
    static let factorRemovedSubject = Text("A second factor was removed", "Un second facteur a été retiré")
    static func factorRemoved(_ part1: some TextPart) -> Text {
        Text(
            "A second factor was taken from your account for \(part1[.english]).",
            "Un second facteur a été retiré de votre compte \(part1[.french]).")
    }
    static let hint = Text(
        "If that was not you, choose a new password at once, and write to us.",
        "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et écrivez-nous.")
}

/// Messages that bring a code or a link.
enum CodeText {
    static func text(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]) is your code for \(part2[.english]). Give it to nobody.",
            "\(part1[.french]) est votre code pour \(part2[.french]). Ne le donnez à personne.")
    }
    static func verifySubject(_ part1: some TextPart) -> Text {
        Text("Confirm your address for \(part1[.english])", "Confirmez votre adresse pour \(part1[.french])")
    }
    static let verify = Text(
        "This confirms that the address is yours:", "Pour confirmer que cette adresse est la vôtre :")
    static func resetPasswordSubject(_ part1: some TextPart) -> Text {
        Text("A new password for \(part1[.english])", "Un nouveau mot de passe pour \(part1[.french])")
    }
    static let resetPassword = Text("Choose a new password here:", "Choisissez un nouveau mot de passe ici :")
    static func secondFactorSubject(_ part1: some TextPart) -> Text {
        Text("Your code for \(part1[.english])", "Votre code pour \(part1[.french])")
    }
    static let secondFactor = Text("This shows that it is you:", "Pour montrer que c’est vous :")
    static func signInSubject(_ part1: some TextPart) -> Text {
        Text("Sign in to \(part1[.english])", "Connexion à \(part1[.french])")
    }
    static let signIn = Text("This signs you in:", "Pour vous connecter :")
    static func changeEmailSubject(_ part1: some TextPart) -> Text {
        Text(
            "Confirm your new address for \(part1[.english])",
            "Confirmez votre nouvelle adresse pour \(part1[.french])")
    }
    static let changeEmail = Text(
        "This makes the address that of your account:", "Pour en faire l’adresse de votre compte :")
    static func undoChange(_ part1: some TextPart) -> Text {
        Text(
            "This address no longer signs in to your account for \(part1[.english]). If you didn’t change it, undo the change:",
            "Cette adresse ne permet plus de se connecter à votre compte \(part1[.french]). Si ce n’était pas vous, annulez le changement :"
        )
    }
    static func undoMethod(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) has one more way to sign in now. If you didn’t add it, remove it:",
            "Votre compte \(part1[.french]) a désormais un moyen de connexion de plus. Si ce n’était pas vous, retirez-le :"
        )
    }
    static func undoFactor(_ part1: some TextPart) -> Text {
        Text(
            "Your account for \(part1[.english]) asks for one more proof at sign-in now. If you didn’t add it, remove it:",
            "Votre compte \(part1[.french]) demande désormais une preuve de plus à la connexion. Si ce n’était pas vous, retirez-la :"
        )
    }
    static func phrase(_ part1: some TextPart) -> Text {
        Text(
            "Security phrase: \(part1[.english]). Where you asked for this it says the same; if it does not, ignore it.",
            "Phrase de sécurité : \(part1[.french]). Elle figure aussi là où vous l’avez demandé ; sinon, ignorez ce message."
        )
    }
    static let ignore = Text(
        "If you did not ask for this, ignore it.", "Si vous n’avez rien demandé, ignorez ce message.")
    static let ignoreUndo = Text("If it was you, ignore this.", "Si c’était vous, ignorez ce message.")
    static let lifeOfUndo = Text(
        "It works once, within a week. It also removes whatever was added to the account since then, and signs out every device.",
        "Valable une seule fois, pendant une semaine. Tout ce qui a été ajouté au compte depuis lors est retiré, et tous les appareils sont déconnectés."
    )
    static let lifeOfLink = Text("It works once, within an hour.", "Valable une seule fois, pendant une heure.")
    static let lifeOfDigits = Text(
        "It works once, within ten minutes. Give it to nobody.",
        "Valable une seule fois, pendant dix minutes. Ne le donnez à personne.")
}
