import SesameAccounts

/// The texts of the pages that mailed links lead to.
enum CodeText {
    static let password = PageText("Nouveau mot de passe", "New password")
    static let expiredTitle = PageText("Ce lien n’est plus valable", "This link is no longer valid")
    static let expiredLead = PageText(
        "Il a déjà servi, un plus récent l’a remplacé, ou il est trop ancien. Demandez-en un autre.",
        "It was used, a newer one took its place, or it is too old. Ask for another one.")
    static let inAppTitle = PageText("Ouvrez ce lien dans l’application", "Open this link in the app")
    static let inAppLead = PageText(
        "Ouvrez-le sur l’appareil où l’application est installée.", "Open it on the device that has the app.")
    static let back = PageText("Revenir à l’application", "Back to the app")

    static let wrong = PageText("Mot de passe incorrect.", "Incorrect password.")
    static let question = PageText(
        "Avez-vous créé ce compte ? Si vous répondez non, personne d’autre ne pourra s’en servir avec votre adresse.",
        "Did you create this account? If you say no, nobody else will be able to use it with your email address.")
    static let ownPassword = PageText("Mot de passe du compte", "Password of the account")
    static let yes = PageText("Oui, confirmer", "Yes, confirm")
    static let no = PageText("Non, ce n’était pas moi", "No, I didn’t")

    static func disownedTitle(_ purpose: CodePurpose) -> PageText {
        purpose == .changeEmail
            ? PageText("Rien n’a changé", "Nothing was changed")
            : PageText("Personne d’autre ne peut utiliser votre adresse", "Nobody else can use your email address")
    }

    static func disownedLead(_ purpose: CodePurpose) -> PageText {
        purpose == .changeEmail
            ? PageText(
                "Votre adresse n’a pas été ajoutée au compte.", "Your email address was not added to the account.")
            : PageText(
                "La personne qui a créé un compte avec elle n’y a plus accès. Pour utiliser l’application, choisissez un nouveau mot de passe ou demandez un lien.",
                "The account that was created with it is closed to its creator. To use the app yourself, choose a new password or request a sign-in link."
            )
    }

    static func title(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .undoChange: PageText("Annulez le changement d’adresse", "Undo the email change")
        case .undoMethod: PageText("Retirez le moyen de connexion", "Remove the way to sign in")
        case .undoFactor: PageText("Retirez le second facteur", "Remove the second factor")
        case .resetPassword: PageText("Choisissez un nouveau mot de passe", "Choose a new password")
        case .verify, .changeEmail: PageText("Confirmez votre adresse", "Confirm your address")
        case .signIn, .secondFactor: inAppTitle
        }
    }

    static func button(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .undoChange: PageText("Annuler le changement", "Undo the change")
        case .undoMethod, .undoFactor: PageText("Retirer", "Remove it")
        case .resetPassword: PageText("Changer le mot de passe", "Change the password")
        case .verify, .changeEmail, .signIn, .secondFactor: PageText("Confirmer", "Confirm")
        }
    }

    static func doneTitle(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .undoChange: PageText("Votre adresse a été rétablie", "Your email address was restored")
        case .undoMethod: PageText("Le moyen de connexion a été retiré", "The way to sign in was removed")
        case .undoFactor: PageText("Le second facteur a été retiré", "The second factor was removed")
        case .resetPassword: PageText("Votre mot de passe est changé", "Your password is changed")
        case .verify, .changeEmail, .signIn, .secondFactor:
            PageText("Votre adresse est confirmée", "Your address is confirmed")
        }
    }

    static func doneLead(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .undoChange:
            PageText(
                "Vous êtes déconnecté partout. Choisissez un nouveau mot de passe pour vous connecter.",
                "You are signed out everywhere. Choose a new password to sign in.")
        case .undoMethod, .undoFactor:
            PageText(
                "Vous êtes déconnecté partout. Si vous vous connectez avec un mot de passe, choisissez-en un nouveau.",
                "You are signed out everywhere. If you sign in with a password, choose a new one.")
        case .resetPassword:
            PageText(
                "Vous êtes déconnecté partout. Connectez-vous avec le nouveau mot de passe.",
                "You are signed out everywhere. Sign in with the new password.")
        case .verify, .changeEmail, .signIn, .secondFactor:
            PageText("Vous pouvez revenir à l’application.", "You can go back to the app.")
        }
    }
}
