import SesameAccounts
import SesameCore

/// The texts of the pages on which people sign in.
enum SignInText {
    static let homeTitle = PageText("Choisissez une application", "Choose an app")
    static let homeLead = PageText(
        "Chaque application a ses propres comptes.", "Each app has accounts of its own.")
    static let title = PageText("Créez un compte sécurisé", "Create a secure account")
    static let lead = PageText(
        "Connectez-vous ou inscrivez-vous pour continuer dans", "Sign in or sign up to continue in")
    static let nothing = PageText(
        "Cette application n’offre pas encore de connexion dans un navigateur.",
        "This app does not offer sign-in in a browser yet.")
    static let guest = PageText("Continuer en tant qu’invité", "Continue as a guest")
    static let role = PageText("Vous êtes", "You are")
    static let account = PageText("Mon compte", "My account")
    static let development = PageText("Développement", "Development")
    static let language = PageText("Langue", "Language")

    static func button(_ provider: String) -> PageText {
        PageText("Continuer avec \(provider)", "Sign in with \(provider)")
    }

    static func onwards(to provider: String) -> PageText {
        PageText("La suite se passe chez \(provider)", "You go on at \(provider)")
    }

    static func onwardsLead(to provider: String) -> PageText {
        PageText("La page de \(provider) s’ouvre.", "\(provider)’s page opens.")
    }
}
