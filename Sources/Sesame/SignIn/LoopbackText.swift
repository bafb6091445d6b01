// Made by scripts/texts from the files in Texts: change those, then run it.

/// Texts of the browser page after a sign-in from a terminal.
enum LoopbackText {
    /// The tags of the languages.
    static let languages = ["en", "fr"]
    static let doneTitle = [
        "en": "You are signed in",
        "fr": "Vous êtes connecté",
    ]
    static let done = [
        "en": "You can close this window and go back to the terminal.",
        "fr": "Vous pouvez fermer cette fenêtre et revenir au terminal.",
    ]
    static let cancelledTitle = [
        "en": "You are not signed in",
        "fr": "Vous n’êtes pas connecté",
    ]
    static let cancelled = [
        "en": "The sign-in was cancelled. You can close this window.",
        "fr": "La connexion a été annulée. Vous pouvez fermer cette fenêtre.",
    ]
    static let refusedTitle = [
        "en": "This is not the sign-in that was begun",
        "fr": "Ce n’est pas la connexion commencée",
    ]
    static let refused = [
        "en": "Go back to the terminal and begin again.",
        "fr": "Revenez au terminal et recommencez.",
    ]
}
