import SesameAccounts
import SesameCore

/// What the contract's answers say to people, in French or English.
struct ContractTexts {
    private let isFrench: Bool
    private let provider: String

    init(language: String, provider: String) {
        isFrench = language == "fr" || language.hasPrefix("fr-")
        self.provider = provider
    }

    func message(for refusal: Refusal) -> String {
        switch refusal.code {
        case .accountNotFound:
            isFrench ? "Compte \(provider) non trouvé" : "\(provider) account not found"
        case .invalidToken, .invalidNonce:
            isFrench ? "Authentification \(provider) refusée" : "\(provider) sign-in refused"
        case .roleMismatch:
            isFrench ? "Ce compte est inscrit avec un autre rôle" : "This account is registered with another role"
        case .userDisabled:
            isFrench ? "Ce compte est désactivé" : "This account is disabled"
        case .providerRequired:
            isFrench
                ? "Connexion \(provider) non proposée par cette application"
                : "This app does not offer sign-in with \(provider)"
        case .secondFactorRequired:
            isFrench ? "Ce compte demande un second facteur" : "This account asks for a second factor"
        case .providerUnavailable, .storageUnavailable:
            isFrench ? "Service momentanément indisponible, réessayez" : "Temporarily unavailable, try again"
        case .rateLimited: tooMany
        case .invalidRequest: malformed
        case .notFound: isFrench ? "Connexion non proposée par cette application" : "Not offered by this app"
        default: fault
        }
    }

    /// The request itself is wrong: nothing that a person could mend.
    var malformed: String { isFrench ? "Requête invalide" : "Invalid request" }

    /// Somebody, or somebody beside them, has tried too often.
    var tooMany: String {
        isFrench ? "Trop de tentatives, patientez un instant" : "Too many attempts, wait a moment"
    }

    /// The server failed.
    var fault: String { isFrench ? "Erreur du serveur" : "Server error" }
}
