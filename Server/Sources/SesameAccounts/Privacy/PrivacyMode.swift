/// An app's privacy mode.
package enum PrivacyMode: Sendable {
    /// The app stores the provider's id of each user, and the provider's claims.
    case standard
    /// The app stores a pseudonym instead of the provider's id, and no claims of a provider or a device. A pseudonym is
    /// still personal data.
    case pseudonymous(PseudonymSettings)

    /// True if users are stored under pseudonyms.
    package var isPseudonymous: Bool { pseudonymity != nil }

    /// The settings of a pseudonymous app; nil for other apps.
    var pseudonymity: PseudonymSettings? {
        switch self {
        case .standard: nil
        case .pseudonymous(let pseudonymity): pseudonymity
        }
    }

    /// Returns the forms under which the app may store the user with the provider's id.
    func forms(of subject: String, at provider: Provider) -> SubjectAliases {
        pseudonymity?.forms(of: subject, at: provider) ?? SubjectAliases(subject)
    }

    /// Returns the pseudonyms under which a pseudonymous app stores, or has stored, the user with the provider's id:
    /// for the holder of the keys, in response to a request about a user.
    package func pseudonyms(of subject: String, at provider: Provider) -> [String] {
        guard isPseudonymous else { return [] }
        let forms = forms(of: subject, at: provider)
        return [forms.current] + forms.earlier
    }

    /// Returns true if a pending sign-in under this form may continue: with a newer key, the identity may be stored
    /// under another form by now.
    func isCurrent(_ form: String) -> Bool {
        pseudonymity?.pseudonyms.isCurrent(form) ?? true
    }

    /// Returns a new account's id for an identity that is stored under that form.
    func accountID(of form: String, at provider: Provider, _ seed: AccountIDEntropy) -> AccountID {
        pseudonymity?.pseudonyms.accountID(of: form, at: provider, seed) ?? seed.id
    }
}

/// The pseudonyms of an app.
package struct PseudonymSettings: Sendable {
    /// The claims that clients get instead of a provider's.
    package let standIn: PlaceholderClaims
    /// True if the app recognizes accounts with ids that it derived itself: see ``LegacyID``.
    package let recognizesLegacyIDs: Bool
    let keys: PseudonymKeys
    let pseudonyms: PseudonymGenerator

    /// Creates the mode of one app; returns nil without a key.
    package init?(
        _ keys: PseudonymKeys, in app: AppID, standIn: PlaceholderClaims = PlaceholderClaims(),
        recognizesLegacyIDs: Bool = false
    ) {
        guard let pseudonyms = PseudonymGenerator(keys, in: app) else { return nil }
        self.keys = keys
        self.pseudonyms = pseudonyms
        self.standIn = standIn
        self.recognizesLegacyIDs = recognizesLegacyIDs
    }

    func forms(of subject: String, at provider: Provider) -> SubjectAliases {
        let legacyID = recognizesLegacyIDs ? LegacyID(of: subject, at: provider) : nil
        return pseudonyms.forms(of: subject, at: provider, legacyID: legacyID?.digits)
    }
}

/// The address and name of every account, for clients that need one. They are derived from the account's id and the
/// configuration alone.
package struct PlaceholderClaims: Sendable, Equatable {
    /// The domain of each address, `<id>@<domain>`; nil for no address.
    package let emailDomain: String?
    /// The display name of all accounts; nil for none.
    package let displayName: String?

    /// Creates claims with these values.
    package init(emailDomain: String? = nil, displayName: String? = nil) {
        self.emailDomain = emailDomain
        self.displayName = displayName
    }

    /// Returns the claims of an account with an identity. The address is never verified, because no mailbox has it.
    func claims(of account: AccountID) -> IdentityClaims {
        IdentityClaims(email: emailDomain.map { "\(account)@\($0)" }, displayName: displayName)
    }
}
