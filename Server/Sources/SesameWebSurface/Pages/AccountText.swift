import SesameAccounts

/// The texts of the account page.
enum AccountText {
    static let title = PageText("Mon compte", "My account")
    static let about = PageText("Qui suis-je", "Who am I")
    static let app = PageText("Application", "App")
    static let identifier = PageText("Identifiant", "Identifier")
    static let name = PageText("Nom affiché", "Name")
    static let email = PageText("E-mail", "E-mail")
    static let pseudonymous = PageText(
        "Cette application vous connaît par un pseudonyme, et ne garde ni votre nom ni votre adresse e-mail. Un "
            + "pseudonyme reste une donnée personnelle\u{a0}: vous pouvez le supprimer avec votre compte.",
        "This app knows you by a pseudonym, and keeps neither your name nor your e-mail address. A pseudonym is still "
            + "personal data: you can delete it with your account.")
    static let providers = PageText("Connexion", "Sign-in")
    static let guest = PageText("Invité", "Guest")
    static let role = PageText("Rôle", "Role")
    static let sessions = PageText("Mes sessions", "My sessions")
    static let current = PageText("Cette session", "This session")
    static let other = PageText("Session", "Session")
    static let since = PageText("depuis le", "since")
    static let end = PageText("Terminer", "End")
    static let endOthers = PageText("Terminer toutes les autres", "End all others")
    static let data = PageText("Mes données", "My data")
    static let dataLead = PageText(
        "Tout ce qui est conservé sur vous, dans un fichier JSON.", "All that is kept about you, as a JSON file.")
    static let download = PageText("Télécharger mes données", "Download my data")
    static let signOut = PageText("Se déconnecter", "Sign out")
    static let delete = PageText("Supprimer mon compte", "Delete my account")
    static let deleteTitle = PageText("Supprimer votre compte\u{a0}?", "Delete your account?")
    static let deleteLead = PageText(
        "Le compte et tout ce qui lui appartient disparaissent tout de suite, et pour toujours.",
        "The account and everything that belongs to it will be gone at once, and for ever.")
    static let deleteConfirm = PageText("Supprimer pour toujours", "Delete for ever")
    static let keep = PageText("Garder mon compte", "Keep my account")
    static let stepUp = PageText(
        "Votre dernière connexion date de plus de cinq minutes. Pour supprimer le compte, télécharger vos "
            + "données ou terminer d’autres sessions, connectez-vous à nouveau.",
        "You last signed in more than five minutes ago. To delete the account, download your data or end other "
            + "sessions, sign in again.")
    static let confirmTitle = PageText("Confirmez que c’est vous", "Confirm that it is you")
    static let signInAgain = PageText("Se connecter à nouveau", "Sign in again")

    static func name(of method: SignInMethod, _ providers: ProviderDirectory) -> PageText {
        if let provider = method.provider {
            return PageText(providers.name(of: provider), providers.name(of: provider))
        }
        return switch method {
        case .anonymous: guest
        case .password: PageText("Mot de passe", "Password")
        case .emailLink: PageText("Lien par e-mail", "E-mail link")
        case .phone: PageText("Téléphone", "Phone")
        case .custom: PageText("Application", "App")
        default: PageText(method.rawValue, method.rawValue)
        }
    }
}
