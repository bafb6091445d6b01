// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Texts of the responses of the contract for installed clients. %1$@ is the provider.
enum ContractText {
    static func notFound(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) account not found", "Compte \(part1[.french]) non trouvé")
    }
    static func tokenRefused(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) sign-in refused", "Authentification \(part1[.french]) refusée")
    }
    static let roleMismatch = Text(
        "This account is registered with another role", "Ce compte est inscrit avec un autre rôle")
    static let disabled = Text("This account is disabled", "Ce compte est désactivé")
    static func providerNotOffered(_ part1: some TextPart) -> Text {
        Text(
            "This app does not offer sign-in with \(part1[.english])",
            "Connexion \(part1[.french]) non proposée par cette application")
    }
    static let secondFactor = Text("This account asks for a second factor", "Ce compte demande un second facteur")
    static let unavailable = Text("Temporarily unavailable, try again", "Service momentanément indisponible, réessayez")
    static let notOffered = Text("Not offered by this app", "Connexion non proposée par cette application")
    static let malformed = Text("Invalid request", "Requête invalide")
    static let tooMany = Text("Too many attempts, wait a moment", "Trop de tentatives, patientez un instant")
    static let fault = Text("Server error", "Erreur du serveur")
}
