/// An app's privacy mode.
package enum PrivacyMode: Sendable {
    /// The provider's id of each person, and what the provider states of them.
    case standard
    /// A pseudonym in place of the provider's id, and nothing that a provider or a device states of anybody. A pseudonym
    /// is still personal data.
    case pseudonymous(Pseudonymity)

    /// True if people are kept under pseudonyms.
    package var isPseudonymous: Bool { pseudonymity != nil }

    /// The settings of a pseudonymous app.
    var pseudonymity: Pseudonymity? {
        switch self {
        case .standard: nil
        case .pseudonymous(let pseudonymity): pseudonymity
        }
    }

    /// The forms under which the app may keep a person whom the provider knows by that id.
    func forms(of subject: String, at provider: Provider) -> KnownSubject {
        pseudonymity?.forms(of: subject, at: provider) ?? KnownSubject(subject)
    }

    /// Under what an app in the pseudonymous mode keeps, or has kept, the person whom the provider knows by that id: for
    /// the holder of the keys, who is asked about a person.
    package func pseudonyms(of subject: String, at provider: Provider) -> [String] {
        guard isPseudonymous else { return [] }
        let forms = forms(of: subject, at: provider)
        return [forms.current] + forms.earlier
    }

    /// Returns true if what waits for its person under this form may still be taken up: a key that came since may have
    /// had the identity kept under another one.
    func isCurrent(_ form: String) -> Bool {
        pseudonymity?.pseudonyms.isCurrent(form) ?? true
    }

    /// A new account's id for an identity that is kept under that form.
    func accountID(of form: String, at provider: Provider, _ seed: AccountSeed) -> AccountID {
        pseudonymity?.pseudonyms.accountID(of: form, at: provider, seed) ?? seed.id
    }
}

/// The pseudonyms of an app.
package struct Pseudonymity: Sendable {
    /// The claims for clients in place of a provider's.
    package let standIn: StandIn
    /// True if accounts may be recognised whose ids the app had made itself: see ``LegacyID``.
    package let recognizesLegacyIDs: Bool
    let keys: PseudonymKeys
    let pseudonyms: Pseudonyms

    /// Makes the mode of one app; nil without any key.
    package init?(
        _ keys: PseudonymKeys, in app: AppID, standIn: StandIn = StandIn(), recognizesLegacyIDs: Bool = false
    ) {
        guard let pseudonyms = Pseudonyms(keys, in: app) else { return nil }
        self.keys = keys
        self.pseudonyms = pseudonyms
        self.standIn = standIn
        self.recognizesLegacyIDs = recognizesLegacyIDs
    }

    func forms(of subject: String, at provider: Provider) -> KnownSubject {
        let legacyID = recognizesLegacyIDs ? LegacyID(of: subject, at: provider) : nil
        return pseudonyms.forms(of: subject, at: provider, legacyID: legacyID?.digits)
    }
}

/// The address and name of every account, for clients that need one. Made of the account's id and the configuration
/// alone.
package struct StandIn: Sendable, Equatable {
    /// The domain of everybody's address, `<id>@<domain>`; nil for no address.
    package let emailDomain: String?
    /// Everybody's name; nil for none.
    package let displayName: String?

    /// Makes it.
    package init(emailDomain: String? = nil, displayName: String? = nil) {
        self.emailDomain = emailDomain
        self.displayName = displayName
    }

    /// Returns the claims of an account with an identity. Such an address is never verified: it reaches nobody.
    func claims(of account: AccountID) -> IdentityClaims {
        IdentityClaims(email: emailDomain.map { "\(account)@\($0)" }, displayName: displayName)
    }
}
