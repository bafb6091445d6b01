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

    static func state(_ onboarding: Onboarding) -> PageText {
        switch onboarding {
        case .notStarted: notStarted
        case .inProgress(let step?):
            PageText(
                "\(inProgress.french)\u{a0}: \(label(step).french)", "\(inProgress.english): \(label(step).english)")
        case .inProgress(nil): inProgress
        case .completed: completed
        }
    }

    /// Where the person is, in a line of its own.
    static func progress(_ onboarding: Onboarding) -> PageText {
        let state = state(onboarding)
        return PageText(
            "\(self.onboarding.french)\u{a0}: \(state.french)", "\(self.onboarding.english): \(state.english)")
    }

    /// A field, a member, a step or a choice as people call it; what is not known here is shown as it is.
    static func label(_ name: String) -> PageText {
        known.first { $0.key.hasSameBytes(as: name) }?.value ?? PageText(name, name)
    }

    private static let known = [
        "nom": PageText("Nom", "Last name"),
        "prenom": PageText("Prénom", "First name"),
        "bio": PageText("Présentation", "About you"),
        "name": PageText("Nom", "Name"),
        "displayName": PageText("Nom affiché", "Display name"),
        "birthDate": PageText("Date de naissance", "Date of birth"),
        "relationshipGoals": PageText("Ce que vous cherchez", "What you are looking for"),
        "relationshipDuration": PageText("Depuis combien de temps", "How long you have been together"),
        "relationshipImprovement": PageText("Ce que vous voulez améliorer", "What you want to improve"),
        "relationshipStartDate": PageText("Début de la relation", "Start of the relationship"),
        "questionMode": PageText("Type de questions", "Kind of questions"),
        "partnerCode": PageText("Votre code", "Your code"),
        "connectedPartnerCode": PageText("Code de votre partenaire", "Your partner’s code"),
        "profileImageURL": PageText("Adresse de la photo", "Address of the picture"),
        "languageCode": PageText("Langue", "Language"),
        "currentLocation.latitude": PageText("Latitude", "Latitude"),
        "currentLocation.longitude": PageText("Longitude", "Longitude"),
        "currentLocation.address": PageText("Adresse", "Address"),
        "currentLocation.city": PageText("Ville", "City"),
        "currentLocation.country": PageText("Pays", "Country"),
        "notInRelationship": PageText("Pas en couple", "Not in a relationship"),
        "lessThanOneYear": PageText("Moins d’un an", "Less than a year"),
        "oneToFiveYears": PageText("Un à cinq ans", "One to five years"),
        "moreThanFiveYears": PageText("Plus de cinq ans", "More than five years"),
        "aboutYou": PageText("Vous", "About you"),
        "goals": PageText("Vos souhaits", "Your goals"),
        "relationship": PageText("Votre relation", "Your relationship"),
        "questions": PageText("Vos questions", "Your questions"),
    ]
}
