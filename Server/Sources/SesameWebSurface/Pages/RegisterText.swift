/// The texts of the registration form.
enum RegisterText {
    static let roleTitle = PageText("Quel est votre rôle\u{a0}?", "What is your role?")
    static let roleLead = PageText(
        "Il décide de ce que l’application vous propose.", "It decides what the app offers you.")
    static let profileTitle = PageText("Parlez-nous de vous", "Tell us about yourself")
    static let profileLead = PageText(
        "Vérifiez ce qui est déjà rempli.", "Check what is already filled in.")
    static let confirmTitle = PageText("Tout est correct\u{a0}?", "Is everything right?")
    static let confirmLead = PageText(
        "Votre compte est créé quand vous confirmez.", "Your account is created when you confirm.")
    static let step = PageText("Étape", "Step")
    static let of = PageText("sur", "of")
    static let next = PageText("Continuer", "Continue")
    static let back = PageText("Retour", "Back")
    static let create = PageText("Créer mon compte", "Create my account")
    static let roleMissing = PageText("Choisissez un rôle.", "Choose a role.")
    static let required = PageText("Ce champ est obligatoire.", "This field is required.")
    static let optional = PageText("facultatif", "optional")
    static let role = PageText("Rôle", "Role")
    static let doneTitle = PageText("Votre compte est créé", "Your account is made")
    static let doneLead = PageText("Nous vous ramenons à l’application.", "We take you back to the app.")
    static let email = PageText("Adresse e-mail", "E-mail address")
}
