/// The words of the pages in one language.
struct PageText: Sendable {
    let language: PageLanguage
    let notice: String
    /// Before the app's name.
    let continueTo: String
    let chooseAccount: String
    let hidesAddress: String
    let isKnown: String
    let addressAtFirst: String
    let asListed: String
    let shareAddress: String
    let hideAddress: String
    let anotherAccount: String
    let email: String
    let name: String
    let nameHint: String
    let add: String
    let generate: String
    let cancel: String
    let wrongEmail: String
    let wrongName: String
    let wrongForm: String
    let refusedTitle: String
    /// After a refusal: whose fault it is.
    let refusedAdvice: String
    let returning: String
    let proceed: String

    static func of(_ language: PageLanguage) -> PageText {
        switch language {
        case .english: english
        case .french: french
        }
    }

    /// `Development Google`.
    func title(_ provider: ProviderKind) -> String {
        switch (language, provider) {
        case (.english, .google): "Development Google"
        case (.english, .apple): "Development Apple"
        case (.french, .google): "Google de développement"
        case (.french, .apple): "Apple de développement"
        }
    }

    private static let english = PageText(
        language: .english,
        notice: "anybody can sign in as anybody",
        continueTo: "to continue to",
        chooseAccount: "Choose an account",
        hidesAddress: "hides the address",
        isKnown: "has signed in here before",
        addressAtFirst: "E-mail address, at the first sign-in",
        asListed: "As listed",
        shareAddress: "Share my e-mail address",
        hideAddress: "Hide my e-mail address",
        anotherAccount: "Another account",
        email: "E-mail address",
        name: "Name",
        nameHint: "optional",
        add: "Add account and continue",
        generate: "Generate an account",
        cancel: "Cancel",
        wrongEmail: "Type an e-mail address such as someone@example.com.",
        wrongName: "The name may have 100 characters and no control characters.",
        wrongForm: "That was not understood. Choose again.",
        refusedTitle: "Sign-in refused",
        refusedAdvice:
            "The app asked in a way that the real provider refuses too. Correct the app or its registration.",
        returning: "Returning to the app",
        proceed: "Continue")

    private static let french = PageText(
        language: .french,
        notice: "n’importe qui peut se connecter au nom de n’importe qui",
        continueTo: "pour continuer vers",
        chooseAccount: "Choisissez un compte",
        hidesAddress: "masque son adresse",
        isKnown: "s’est déjà connecté ici",
        addressAtFirst: "Adresse e-mail, à la première connexion",
        asListed: "Comme indiqué",
        shareAddress: "Partager mon adresse e-mail",
        hideAddress: "Masquer mon adresse e-mail",
        anotherAccount: "Un autre compte",
        email: "Adresse e-mail",
        name: "Nom",
        nameHint: "facultatif",
        add: "Ajouter le compte et continuer",
        generate: "Générer un compte",
        cancel: "Annuler",
        wrongEmail: "Saisissez une adresse e-mail comme quelqu.un@example.com.",
        wrongName: "Le nom peut avoir 100 caractères, sans caractère de contrôle.",
        wrongForm: "La demande n’a pas été comprise. Choisissez de nouveau.",
        refusedTitle: "Connexion refusée",
        refusedAdvice:
            "L’app a fait une demande que le vrai fournisseur refuse aussi. Corrigez l’app ou son enregistrement.",
        returning: "Retour à l’app",
        proceed: "Continuer")
}
