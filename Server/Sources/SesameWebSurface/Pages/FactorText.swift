import SesameAccounts

/// The texts of second factors.
enum FactorText {
    static let title = PageText("Encore une preuve", "One more proof")
    static let lead = PageText(
        "Entrez le code de votre application d’authentification, celui d’un SMS, ou un code de secours.",
        "Enter the code of your authenticator app, of a text to your phone, or a recovery code.")
    static let code = PageText("Code", "Code")
    static let wrong = PageText(
        "Ce code est faux, déjà utilisé ou trop ancien.", "This code is wrong, used or too old.")
    static let next = PageText("Continuer", "Continue")
    static let send = PageText("Envoyer un code au", "Send a code to")
    static let sent = PageText("Un code a été envoyé.", "A code was sent.")
    static let heading = PageText("Seconds facteurs", "Second factors")
    static let addApp = PageText("Ajouter une application d’authentification", "Add an authenticator app")
    static let addPhone = PageText("Ajouter ce téléphone", "Add this phone")
    static let number = PageText("Numéro de téléphone", "Phone number")
    static let makeCodes = PageText("Créer des codes de secours", "Make recovery codes")
    static let appLead = PageText(
        "Scannez ce code avec votre application d’authentification ou donnez-lui la clé, puis entrez les chiffres qu’elle montre.",
        "Scan this code with your authenticator app, or give it the key; then enter the digits that it shows.")
    static let appAgain = PageText(
        "Entrez les chiffres que votre application d’authentification montre maintenant.",
        "Enter the digits that your authenticator app shows now.")
    static let picture = PageText("Code à scanner avec l’application", "Code to scan with the app")
    static let secret = PageText("Clé", "Key")
    static let openApp = PageText("Ouvrir dans l’application", "Open in the app")
    static let codesTitle = PageText("Vos codes de secours", "Your recovery codes")
    static let codesLead = PageText(
        "Notez-les en lieu sûr\u{a0}: chacun sert une fois à la place du second facteur, et ils ne seront plus montrés.",
        "Note them in a safe place: each stands in once for the second factor, and they will not be shown again.")

    static func name(of kind: SecondFactor.Kind) -> PageText {
        switch kind {
        case .totp: PageText("Application d’authentification", "Authenticator app")
        case .phone: PageText("Téléphone", "Phone")
        }
    }

    static let doneTitle = PageText("Vous êtes connecté", "You are signed in")
    static let doneLead = PageText("Vous retournez à l’application.", "You are on your way back to the app.")
}
