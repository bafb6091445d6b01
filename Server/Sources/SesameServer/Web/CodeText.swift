import SesameAccounts

/// The texts of the pages that mailed links lead to.
enum CodeText {
    static let password = PageText("Nouveau mot de passe", "New password")
    static let weak = PageText(
        "Ce mot de passe est trop court ou trop courant. Choisissez-en un autre.",
        "This password is too short or too common. Choose another one.")
    static let expiredTitle = PageText("Ce lien n’est plus valable", "This link is no longer valid")
    static let expiredLead = PageText(
        "Il a déjà servi, un plus récent l’a remplacé, ou il est trop ancien. Demandez-en un autre.",
        "It was used, a newer one took its place, or it is too old. Ask for another one.")
    static let inAppTitle = PageText("Ouvrez ce lien dans l’application", "Open this link in the app")
    static let inAppLead = PageText(
        "Ouvrez-le sur l’appareil où l’application est installée.", "Open it on the device that has the app.")
    static let back = PageText("Revenir à l’application", "Back to the app")

    static func title(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .resetPassword: PageText("Choisissez un nouveau mot de passe", "Choose a new password")
        case .verify, .changeEmail: PageText("Confirmez votre adresse", "Confirm your address")
        case .signIn, .secondFactor: inAppTitle
        }
    }

    static func button(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .resetPassword: PageText("Changer le mot de passe", "Change the password")
        case .verify, .changeEmail, .signIn, .secondFactor: PageText("Confirmer", "Confirm")
        }
    }

    static func doneTitle(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .resetPassword: PageText("Votre mot de passe est changé", "Your password is changed")
        case .verify, .changeEmail, .signIn, .secondFactor:
            PageText("Votre adresse est confirmée", "Your address is confirmed")
        }
    }

    static func doneLead(_ purpose: CodePurpose) -> PageText {
        switch purpose {
        case .resetPassword:
            PageText(
                "Vous êtes déconnecté partout. Connectez-vous avec le nouveau mot de passe.",
                "You are signed out everywhere. Sign in with the new password.")
        case .verify, .changeEmail, .signIn, .secondFactor:
            PageText("Vous pouvez revenir à l’application.", "You can go back to the app.")
        }
    }
}
