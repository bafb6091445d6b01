import SesameAccounts

/// The texts of ways to sign in, and of two accounts that are one person's.
enum LinkText {
    static let heading = PageText("Mes connexions", "My ways to sign in")
    static let none = PageText(
        "Aucune. Ajoutez-en une pour retrouver ce compte plus tard.", "None. Add one to find this account again later.")
    static let remove = PageText("Retirer", "Remove")
    static let conflictTitle = PageText("Vous avez déjà un autre compte", "You have another account already")
    static let merge = PageText("Réunir les deux comptes", "Make the two accounts one")
    static let enter = PageText("Passer à l’autre compte", "Go to the other account")
    static let enterHint = PageText(
        "Ce compte reste comme il est. Sans connexion à lui, vous ne pourrez plus y revenir.",
        "This account stays as it is. Without a way to sign in of its own, you cannot come back to it.")
    static let keep = PageText("Garder ce compte", "Stay with this account")
    static let keepHint = PageText("Rien ne change.", "Nothing changes.")

    static let undo = PageText("Séparer les deux comptes", "Part the two accounts again")

    static func undoHint(until time: String) -> PageText {
        PageText(
            "Vous avez réuni deux comptes. Jusqu’au \(time), vous pouvez revenir en arrière.",
            "You have made two accounts one. Until \(time) you can undo that.")
    }

    static func add(_ provider: String) -> PageText {
        PageText("Ajouter \(provider)", "Add \(provider)")
    }

    static func conflictLead(_ name: String) -> PageText {
        let account = name.isEmpty ? "" : " (\(name))"
        return PageText(
            "Cette connexion est celle d’un autre compte\(account). Que voulez-vous faire\u{a0}?",
            "This way to sign in is another account’s\(account). What would you like to do?")
    }

    static func mergeHint(overridden: [String], in app: App) -> PageText {
        let french = "Toutes vos connexions et vos données restent. Vos autres appareils se reconnecteront."
        let english = "All your ways to sign in and your data stay. Your other devices will sign in again."
        guard !overridden.isEmpty else { return PageText(french, english) }
        let labels = overridden.map(app.label)
        return PageText(
            french + " Valeurs différentes, dont une seule reste\u{a0}: "
                + labels.map { $0[.french] }.joined(separator: ", ") + ".",
            english + " Different values, of which one stays: "
                + labels.map { $0[.english] }.joined(separator: ", ") + ".")
    }
}
