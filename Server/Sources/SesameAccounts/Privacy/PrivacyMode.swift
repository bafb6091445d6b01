/// The rule for the personal data that an app stores about its users.
package enum PrivacyMode: Sendable {
    /// The app stores the provider's id of each user, and the provider's claims.
    case standard
    /// The app stores a pseudonym instead of the provider's id, and no claims of a provider or a device. A pseudonym is
    /// still personal data.
    case pseudonymous(PseudonymSettings)

    package var isPseudonymous: Bool { pseudonymity != nil }

    var pseudonymity: PseudonymSettings? {
        switch self {
        case .standard: nil
        case .pseudonymous(let pseudonymity): pseudonymity
        }
    }

    /// Returns the forms under which the app may store the provider's id of a user.
    func forms(of subject: String, at provider: Provider) -> SubjectAliases {
        pseudonymity?.forms(of: subject, at: provider) ?? SubjectAliases(subject)
    }

    /// Returns the pseudonyms under which the app may have stored the user with the provider's id, the current one
    /// first; empty unless the app is pseudonymous. The holder of the keys needs them to respond to a user's request
    /// about their data.
    package func pseudonyms(of subject: String, at provider: Provider) -> [String] {
        guard isPseudonymous else { return [] }
        let forms = forms(of: subject, at: provider)
        return [forms.current] + forms.earlier
    }

    /// Returns true if a pending sign-in with the given form of the subject may continue; false if the form was made
    /// with an older key, because the stored identity may have been rewritten with the newest one.
    func isCurrent(_ form: String) -> Bool {
        pseudonymity?.pseudonyms.isCurrent(form) ?? true
    }

    /// Returns the id of a new account for an identity that is stored under the given form.
    func accountID(of form: String, at provider: Provider, _ seed: AccountIDEntropy) -> AccountID {
        pseudonymity?.pseudonyms.accountID(of: form, at: provider, seed) ?? seed.id
    }
}

/// The keys and options of an app that stores pseudonyms instead of the providers' ids.
package struct PseudonymSettings: Sendable {
    /// The claims that clients receive in place of the provider's.
    package let placeholder: PlaceholderClaims
    /// True if the app recognizes accounts with ids that it derived itself: see ``LegacyID``.
    package let recognizesLegacyIDs: Bool
    let keys: PseudonymKeys
    let pseudonyms: PseudonymGenerator

    /// Creates the settings of one app; returns nil if there is no key.
    package init?(
        _ keys: PseudonymKeys, in app: AppID, placeholder: PlaceholderClaims = PlaceholderClaims(),
        recognizesLegacyIDs: Bool = false
    ) {
        guard let pseudonyms = PseudonymGenerator(keys, in: app) else { return nil }
        self.keys = keys
        self.pseudonyms = pseudonyms
        self.placeholder = placeholder
        self.recognizesLegacyIDs = recognizesLegacyIDs
    }

    func forms(of subject: String, at provider: Provider) -> SubjectAliases {
        let legacyID = recognizesLegacyIDs ? LegacyID(of: subject, at: provider) : nil
        return pseudonyms.forms(of: subject, at: provider, legacyID: legacyID?.digits)
    }
}

/// The email address and display name of each account of a pseudonymous app, for clients that require them. They are
/// derived from the account's id and the configuration alone.
package struct PlaceholderClaims: Sendable, Equatable {
    /// The domain of each address, `<id>@<domain>`; nil for no address.
    package let emailDomain: String?
    /// The display name of all accounts; nil for none.
    package let displayName: String?

    package init(emailDomain: String? = nil, displayName: String? = nil) {
        self.emailDomain = emailDomain
        self.displayName = displayName
    }

    /// Returns the claims of an account. The address is never verified, because it has no mailbox.
    func claims(of account: AccountID) -> IdentityClaims {
        IdentityClaims(email: emailDomain.map { "\(account)@\($0)" }, displayName: displayName)
    }
}
