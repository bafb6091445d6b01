import SesameAccounts

/// The texts of what happened to an account.
enum ActivityText {
    static let heading = PageText("Activité récente", "Recent activity")
    static let none = PageText("Rien ne s’est passé ces derniers temps.", "Nothing has happened lately.")
    static let current = PageText("cette session", "this session")
    static let byOperator = PageText("par l’exploitant de l’application", "by the app’s operator")
    static let network = PageText("depuis le réseau", "from the network")

    /// What happened, in a few words; nil for what the account's person is not told.
    static func name(of event: SecurityEvent) -> PageText? {
        switch event.kind {
        case .accountCreated: PageText("Compte créé", "Account made")
        case .signedIn: PageText("Connexion", "Signed in")
        case .signedOut: PageText("Déconnexion", "Signed out")
        case .confirmed: PageText("Identité confirmée", "Confirmed who you are")
        case .identityLinked: PageText("Moyen de connexion ajouté", "Way to sign in added")
        case .identityUnlinked: PageText("Moyen de connexion retiré", "Way to sign in removed")
        case .loginAdded: PageText("Adresse ou numéro ajouté", "Address or number added")
        case .loginRemoved: PageText("Adresse ou numéro retiré", "Address or number removed")
        case .loginVerified: PageText("Adresse ou numéro confirmé", "Address or number confirmed")
        case .secondFactorRequired: PageText("Second facteur demandé", "Second factor asked for")
        case .secondFactorAdded: PageText("Second facteur ajouté", "Second factor added")
        case .secondFactorRemoved: PageText("Second facteur retiré", "Second factor removed")
        case .recoveryCodesMade: PageText("Codes de secours créés", "Recovery codes made")
        case .recoveryCodeUsed: PageText("Code de secours utilisé", "Recovery code used")
        case .passwordChanged: PageText("Mot de passe changé", "Password changed")
        case .linkConflicted, .linkKept:
            PageText("Moyen de connexion déjà pris par un autre compte", "Way to sign in taken by another account")
        case .accountsMerged: PageText("Comptes réunis", "Accounts merged")
        case .mergeUndone: PageText("Comptes séparés de nouveau", "Accounts parted again")
        case .refreshRepeated: PageText("Session renouvelée deux fois", "Session renewed twice")
        case .refreshReuseDetected, .codeReuseDetected:
            PageText(
                "Session terminée\u{a0}: une clé volée a peut-être servi",
                "Session ended: a stolen key may have been used")
        case .sessionRevoked: PageText("Session terminée", "Session ended")
        case .sessionReplaced: PageText("La plus ancienne session terminée", "Oldest session ended")
        case .deviceAdded: PageText("Appareil ajouté", "Device added")
        case .deviceRemoved: PageText("Appareil retiré", "Device removed")
        case .deviceMoved: PageText("Appareil passé à un autre compte", "Device moved to another account")
        case .consentRevoked: PageText("Autorisation retirée chez le fournisseur", "Consent withdrawn at the provider")
        case .providerAccountDeleted: PageText("Compte fermé chez le fournisseur", "Account closed at the provider")
        case .providerSessionsRevoked:
            PageText("Sessions terminées par le fournisseur", "Sessions ended by the provider")
        case .providerAccountDisabled:
            PageText("Compte suspendu chez le fournisseur", "Account suspended at the provider")
        case .providerAccountEnabled: PageText("Compte rétabli chez le fournisseur", "Account restored at the provider")
        case .credentialChangeRequired:
            PageText("Changement d’identifiants demandé par le fournisseur", "Provider asked for new credentials")
        case .emailForwardingStopped: PageText("Relais d’e-mail arrêté", "E-mail relay stopped")
        case .emailForwardingResumed: PageText("Relais d’e-mail rétabli", "E-mail relay resumed")
        case .accountDisabled: PageText("Compte fermé", "Account closed")
        case .accountEnabled: PageText("Compte rouvert", "Account opened again")
        case .dataExported: PageText("Données téléchargées", "Data downloaded")
        case .accountDeleted: PageText("Compte supprimé", "Account deleted")
        case .signInFailed, .accessRefused, .rateLimited, .messageCapReached, .pushSenderMismatched, .pushAccepted,
            .readOnlyFieldRefused, .adminKeyCreated, .adminKeyUsed, .adminKeyRotated, .adminKeyRevoked,
            .signingKeyRotated:
            nil
        }
    }
}
