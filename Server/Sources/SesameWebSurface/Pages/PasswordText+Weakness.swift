import SesameAccounts
import SesameCore

extension PasswordText {
    static let strength = PageText("Robustesse de ce mot de passe\u{a0}:", "Strength of that password:")

    /// The hint beside the input of a new password.
    static func rules(minimum: Int) -> PageText {
        PageText(
            "Au moins \(minimum) caractères. Quatre mots pris au hasard font un mot de passe robuste. Évitez votre nom, votre "
                + "adresse et les suites comme 12345.",
            "At least \(minimum) characters. Four random words make a strong password. Avoid your name, your address and "
                + "sequences such as 12345.")
    }

    static func name(of strength: PasswordStrength) -> PageText {
        switch strength {
        case .weak: PageText("faible", "weak")
        case .fair: PageText("correcte", "fair")
        case .strong: PageText("élevée", "strong")
        }
    }

    /// The problem of a refused password, and the next step.
    static func weakness(_ refusal: Refusal) -> PageText {
        switch refusal.weakness {
        case .short:
            PageText(
                "Ce mot de passe est trop court. Utilisez au moins \(refusal.minimum ?? 0) caractères.",
                "This password is too short. Use at least \(refusal.minimum ?? 0) characters.")
        case .personal:
            PageText(
                "Ce mot de passe contient votre adresse ou votre nom, ou est le nom de l’application. Choisissez-en un autre.",
                "This password contains your address or name, or is the app’s name. Choose another one.")
        case .pattern:
            PageText(
                "Ce mot de passe suit un motif, comme une suite de touches, une date ou une répétition. Essayez quatre mots "
                    + "au hasard.",
                "This password follows a pattern, such as a row of keys, a date or a repetition. Try four random words."
            )
        case .common:
            PageText(
                "Ce mot de passe est l’un des premiers que l’on devinerait. Essayez quatre mots au hasard.",
                "This password is one of the first that anybody would guess. Try four random words.")
        case nil:
            PageText(
                "Saisissez un mot de passe, de 1\u{a0}024 octets au plus.", "Enter a password of at most 1,024 bytes.")
        }
    }
}
