import SesameAccounts
import SesameCore

/// The texts of the pages with an address and a password.
enum PasswordText {
    static let email = PageText("Adresse e-mail", "E-mail address")
    static let password = PageText("Mot de passe", "Password")
    static let signIn = PageText("Se connecter", "Sign in")
    static let signedIn = PageText("Vous êtes connecté", "You are signed in")
    static let register = PageText("Créer un compte avec une adresse", "Create an account with an address")
    static let registerTitle = PageText("Créez votre compte", "Create your account")
    static let registerLead = PageText(
        "Une phrase de quelques mots fait un bon mot de passe.", "A few words make a good password.")
    static let forgotten = PageText("Mot de passe oublié\u{a0}?", "Forgotten password?")
    static let forgottenLead = PageText(
        "Nous vous envoyons un lien pour en choisir un autre.", "We mail you a link to choose another one.")
    static let send = PageText("Envoyer le lien", "Send the link")
    static let sentTitle = PageText("Regardez vos messages", "Look at your mail")
    static let sentLead = PageText(
        "Si un compte a cette adresse, un lien vient de lui être envoyé. Il est valable une heure.",
        "If an account has this address, a link is on its way to it. It is good for an hour.")
    static let back = PageText("Retour à la connexion", "Back to the sign-in")
    static let noAddress = PageText("Ce n’est pas une adresse e-mail.", "This is no e-mail address.")

    /// What the server says to what was typed.
    enum Problem: Sendable {
        case wrong, inUse, weak(PageText), tooMany

        var text: PageText {
            switch self {
            case .wrong:
                PageText(
                    "L’adresse ou le mot de passe est incorrect. Vérifiez les deux.",
                    "The address or the password is not right. Check both.")
            case .inUse:
                PageText(
                    "Cette adresse a déjà un compte. Connectez-vous, ou choisissez un autre mot de passe par «\u{a0}Mot de "
                        + "passe oublié\u{a0}».",
                    "This address has an account already. Sign in, or choose another password by “Forgotten password”.")
            case .weak(let text): text
            case .tooMany: NoticeText.tooMany
            }
        }
    }

    /// What is said of the password with which somebody confirms who they are; nil for what is not about it.
    static func problem(ofConfirmation refusal: Refusal) -> PageText? {
        switch problem(refusal) {
        case .wrong, .weak: PageText("Le mot de passe est incorrect.", "The password is not right.")
        case .tooMany: NoticeText.tooMany
        case .inUse, nil: nil
        }
    }

    /// What a person can do about a refusal on the page where they are; nil where they cannot.
    static func problem(_ refusal: Refusal) -> Problem? {
        switch refusal.code {
        case .invalidCredentials: .wrong
        case .credentialInUse: .inUse
        case .weakPassword: .weak(weakness(refusal))
        case .invalidRequest where refusal.field == "password": .weak(weakness(refusal))
        case .rateLimited: .tooMany
        default: nil
        }
    }
}
