/// The texts around the document on its page; the document itself is in English.
enum DocumentationText {
    static let title = PageText("L’API de Sesame", "Sesame’s API")
    static let index = PageText("Opérations", "Operations")
    static let source = PageText("Le document OpenAPI", "The OpenAPI document")
    static let note = PageText(
        "Les générateurs de clients le lisent ; cette page en est faite, et ses textes sont en anglais.",
        "Client generators read it, and this page is made from it.")
    static let samples = PageText(
        "Les exemples se collent tels quels dans un terminal, avec le serveur de « make run ».",
        "The samples can be pasted into a terminal as they are, with the server of “make run”.")
    static let authorization = PageText("Autorisation", "Authorization")
    static let or = PageText("ou", "or")
    static let parameters = PageText("Paramètres", "Parameters")
    static let body = PageText("Corps", "Body")
    static let answers = PageText("Réponses", "Answers")
    static let example = PageText("Exemple", "Example")
    static let sample = PageText("Dans un terminal", "In a terminal")
    static let schemas = PageText("Schémas", "Schemas")
    static let required = PageText("obligatoire", "required")
    static let top = PageText("Haut de page", "Back to the top")
}
