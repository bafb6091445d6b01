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
    static let doneTitle = PageText("Vous êtes connecté", "You are signed in")
    static let doneLead = PageText("Vous retournez à l’application.", "You are on your way back to the app.")
}
