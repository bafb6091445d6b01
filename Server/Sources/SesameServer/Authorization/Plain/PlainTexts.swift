import SesameAccounts

/// The texts of the plain pages, in English and French.
struct PlainTexts {
    /// `en` or `fr`.
    let language: String

    init(language: String?) {
        self.language = language?.utf8.starts(with: "fr".utf8) == true ? "fr" : "en"
    }

    private func text(_ english: String, _ french: String) -> String {
        language == "fr" ? french : english
    }

    func signIn(with provider: Provider) -> String {
        let name = provider == .apple ? "Apple" : "Google"
        return text("Sign in with \(name)", "Se connecter avec \(name)")
    }

    func choose(_ app: App) -> String {
        text("Sign in to \(app.id)", "Se connecter à \(app.id)")
    }

    var registration: String { text("Create your account", "Créez votre compte") }
    var role: String { text("I am", "Je suis") }
    var create: String { text("Create account", "Créer le compte") }
    var incomplete: String {
        text(
            "Something is missing or not accepted. Check the form.", "Il manque quelque chose. Vérifiez le formulaire.")
    }

    /// What happened, and what to do.
    func notice(_ notice: SignInNotice) -> (title: String, advice: String) {
        switch notice {
        case .cancelled:
            (text("Sign-in cancelled", "Connexion annulée"), again)
        case .providerUnavailable:
            (
                text("The sign-in service cannot be reached", "Le service de connexion est injoignable"),
                text("Try again in a minute.", "Réessayez dans une minute.")
            )
        case .refused:
            (text("The sign-in was refused", "La connexion a été refusée"), again)
        case .expired:
            (text("This sign-in is over", "Cette connexion est terminée"), again)
        case .otherBrowser:
            (
                text("This sign-in began in another browser", "Cette connexion a commencé dans un autre navigateur"),
                text("Finish it there, or begin anew here.", "Terminez-la là-bas, ou recommencez ici.")
            )
        case .unknownApp:
            (text("There is no such app", "Cette application n’existe pas"), toMaker)
        case .redirectNotAllowed:
            (text("The app’s address is not registered", "L’adresse de l’application n’est pas enregistrée"), toMaker)
        case .roleMismatch:
            (
                text("Your account has another role", "Votre compte a un autre rôle"),
                text("Sign in with the role that you registered with.", "Connectez-vous avec le rôle de votre compte.")
            )
        case .userDisabled:
            (text("This account is disabled", "Ce compte est désactivé"), toMaker)
        case .notOffered:
            (text("This sign-in is not offered here", "Cette connexion n’est pas proposée ici"), toMaker)
        case .fault:
            (
                text("Something went wrong on our side", "Une erreur est survenue de notre côté"),
                text("Try again in a minute.", "Réessayez dans une minute.")
            )
        default:
            (text("This request cannot be read", "Cette demande est illisible"), again)
        }
    }

    private var again: String {
        text("Go back to the app and begin again.", "Revenez à l’application et recommencez.")
    }

    private var toMaker: String {
        text("Tell the people who make the app.", "Prévenez les personnes qui font l’application.")
    }
}
