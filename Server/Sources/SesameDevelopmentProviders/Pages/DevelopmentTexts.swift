// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Texts of the development providers’ pages.
enum ProviderText {
    static let google = Text("Development Google", "Google de développement")
    static let apple = Text("Development Apple", "Apple de développement")
    static let notice = Text(
        "anybody can sign in as anybody", "n’importe qui peut se connecter au nom de n’importe qui")
    /// Text before the app’s name.
    static let continueTo = Text("to continue to", "pour continuer vers")
    static let chooseAccount = Text("Choose an account", "Choisissez un compte")
    static let hidesAddress = Text("hides their email address", "masque son adresse")
    static let isKnown = Text("has signed in here before", "s’est déjà connecté ici")
    static let addressAtFirst = Text("Email address at the first sign-in", "Adresse e-mail, à la première connexion")
    static let asListed = Text("As listed", "Comme indiqué")
    static let shareAddress = Text("Share my email address", "Partager mon adresse e-mail")
    static let hideAddress = Text("Hide my email address", "Masquer mon adresse e-mail")
    static let anotherAccount = Text("Another account", "Un autre compte")
    static let email = Text("Email address", "Adresse e-mail")
    static let name = Text("Name", "Nom")
    static let nameHint = Text("optional", "facultatif")
    static let add = Text("Add account and continue", "Ajouter le compte et continuer")
    static let generate = Text("Generate an account", "Générer un compte")
    static let cancel = Text("Cancel", "Annuler")
    static let wrongEmail = Text(
        "Enter an email address such as someone@example.com.",
        "Saisissez une adresse e-mail comme quelqu.un@example.com.")
    static let wrongName = Text(
        "The name must have at most 100 characters and no control characters.",
        "Le nom peut avoir 100 caractères, sans caractère de contrôle.")
    static let wrongForm = Text(
        "The form is not valid. Choose again.", "La demande n’a pas été comprise. Choisissez de nouveau.")
    static let refusedTitle = Text("Sign-in refused", "Connexion refusée")
    /// Advice after a refusal: the app must be corrected.
    static let refusedAdvice = Text(
        "The app sent a request that the real provider refuses, too. Correct the app or its registration.",
        "L’app a fait une demande que le vrai fournisseur refuse aussi. Corrigez l’app ou son enregistrement.")
    static let returning = Text("Returning to the app", "Retour à l’app")
    static let proceed = Text("Continue", "Continuer")
}
