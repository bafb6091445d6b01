import SesameAccounts
import SesameCore

/// The texts of profiles and of the onboarding.
enum ProfileText {
    static let heading = PageText("Mon profil", "My profile")
    static let empty = PageText("Rien n’y est encore.", "There is nothing in it yet.")
    static let edit = PageText("Modifier mon profil", "Edit my profile")
    static let save = PageText("Enregistrer", "Save")
    static let finish = PageText("Enregistrer et terminer", "Save and finish")
    static let onboarding = PageText("Inscription", "Onboarding")
    static let step = PageText("Étape", "Step")
    static let notStarted = PageText("Pas encore commencée", "Not started yet")
    static let inProgress = PageText("En cours", "Under way")
    static let completed = PageText("Terminée", "Completed")
    static let yes = PageText("Oui", "Yes")
    static let no = PageText("Non", "No")
    static let onePerLine = PageText("un par ligne", "one per line")
    static let invalid = PageText("Cette valeur ne convient pas.", "This value does not fit.")
    static let stale = PageText(
        "Votre profil a changé ailleurs entre-temps. Vérifiez ce qu’il est devenu, puis recommencez.",
        "Your profile was changed elsewhere meanwhile. Look at what it is now, then try again.")
    static let refused = PageText(
        "Rien n’a été enregistré. Corrigez ce qui est indiqué.", "Nothing was saved. Correct what is marked.")
    static let stepRefused = PageText(
        "Rien n’a été enregistré\u{a0}: cette étape ne peut pas suivre celle où vous êtes.",
        "Nothing was saved: that step cannot follow the one where you are.")

    static func needs(_ providers: String) -> PageText {
        PageText(
            "Pour remplir votre profil, ajoutez une connexion\u{a0}: \(providers).",
            "To fill in your profile, add a way to sign in: \(providers).")
    }

    static func state(_ onboarding: Onboarding, in app: App) -> PageText {
        switch onboarding {
        case .notStarted: notStarted
        case .inProgress(let step?):
            PageText(
                "\(inProgress.french)\u{a0}: \(app.label(step).french)",
                "\(inProgress.english): \(app.label(step).english)")
        case .inProgress(nil): inProgress
        case .completed: completed
        }
    }

    /// Where the person is, in a line of its own.
    static func progress(_ onboarding: Onboarding, in app: App) -> PageText {
        let state = state(onboarding, in: app)
        return PageText(
            "\(self.onboarding.french)\u{a0}: \(state.french)", "\(self.onboarding.english): \(state.english)")
    }
}

extension App {
    /// A role, a field, a member, a step or a choice as people call it.
    func label(_ name: String) -> PageText {
        PageText(
            labels.text(name, in: PageLanguage.french.rawValue), labels.text(name, in: PageLanguage.english.rawValue))
    }
}
