/// The texts of the plain registration form, in English and French.
struct PlainTexts {
    /// `en` or `fr`.
    let language: String

    init(language: String?) {
        self.language = language?.utf8.starts(with: "fr".utf8) == true ? "fr" : "en"
    }

    private func text(_ english: String, _ french: String) -> String {
        language == "fr" ? french : english
    }

    var registration: String { text("Create your account", "Créez votre compte") }
    var role: String { text("I am", "Je suis") }
    var create: String { text("Create account", "Créer le compte") }
    var incomplete: String {
        text(
            "Something is missing or not accepted. Check the form.", "Il manque quelque chose. Vérifiez le formulaire.")
    }
}
