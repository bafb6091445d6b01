package import Foundation
import SesameCore
import SesameWire

/// One app: who may sign in to it, and how. Every account belongs to exactly one app.
package struct App: Sendable {
    /// The app's name in the configuration; the audience of its access tokens.
    package internal(set) var id: AppID
    /// The providers that the app offers, by provider.
    package internal(set) var providers: [Provider: ProviderSettings]
    /// Whether guests may have an account.
    package internal(set) var allowsAnonymous: Bool
    /// What becomes of guests who do not come back.
    package let guests: GuestPolicy
    /// What happens when a genuine identity has no account yet.
    package let signUp: SignUpPolicy
    /// Whether an address alone may join an identity to an account.
    package let emailLinking: EmailLinking
    /// For how long a merge of two accounts can be undone, in seconds; 0 for never.
    package let mergeUndoLife: TimeInterval
    /// The roles of which an account has exactly one; empty for apps without roles.
    package let roles: [String]
    /// What its profiles look like.
    package let profile: ProfileSchema
    /// How long sessions and tokens live.
    package let sessions: SessionPolicy
    /// The app's own `POST /auth/google` contract, if its clients speak it.
    package let contract: ContractSettings?
    /// The names that people read for its roles, fields and steps.
    package let labels: AppLabels
    /// The language of texts for people, for example `fr`.
    package let language: String
    /// Host names that stand for this app.
    package let hosts: [String]
    /// Where the app's clients may have codes sent.
    package let redirects: RedirectRule
    /// What the app says about pushes.
    package let push: PushSettings
    /// What it keeps of its people.
    package let privacy: PrivacyMode
    /// What it asks of passwords; nil where people sign in with providers only.
    package internal(set) var passwords: PasswordPolicy?
    /// Which second factors people may add.
    package let secondFactors: SecondFactorSettings
    /// What Firebase's clients know of it, if they are served.
    package internal(set) var firebase: FirebaseSettings?
    /// The app as clients of Appwrite's protocol see it; nil where they find none.
    package let appwrite: AppwriteSettings?

    /// Makes an app.
    package init(
        id: AppID, providers: [Provider: ProviderSettings] = [:], allowsAnonymous: Bool = false,
        guests: GuestPolicy = GuestPolicy(), signUp: SignUpPolicy = .implicit, emailLinking: EmailLinking = .never,
        mergeUndoLife: TimeInterval = 86_400, roles: [String] = [],
        profile: ProfileSchema = ProfileSchema(), sessions: SessionPolicy = SessionPolicy(),
        contract: ContractSettings? = nil, labels: AppLabels = AppLabels(), language: String = "en",
        hosts: [String] = [],
        redirects: RedirectRule = RedirectRule(), push: PushSettings = PushSettings(),
        privacy: PrivacyMode = .standard, passwords: PasswordPolicy? = nil,
        secondFactors: SecondFactorSettings = SecondFactorSettings(), firebase: FirebaseSettings? = nil,
        appwrite: AppwriteSettings? = nil
    ) {
        self.id = id
        self.providers = providers
        self.allowsAnonymous = allowsAnonymous
        self.guests = guests
        self.signUp = signUp
        self.emailLinking = emailLinking
        self.mergeUndoLife = mergeUndoLife
        self.roles = roles
        self.profile = profile
        self.sessions = sessions
        self.contract = contract
        self.labels = labels
        self.language = language
        self.hosts = hosts
        self.redirects = redirects
        self.push = push
        self.privacy = privacy
        self.passwords = passwords
        self.secondFactors = secondFactors
        self.firebase = firebase
        self.appwrite = appwrite
    }
}

extension App {
    /// Whether its security events say which network a request came from.
    package var keepsNetworks: Bool { !privacy.isPseudonymous }

    /// Why an account cannot be made with that role, if so: an account has exactly one of the app's roles.
    func refusal(ofRole role: String?) -> Refusal? {
        guard let role else {
            return roles.isEmpty
                ? nil
                : Refusal(.invalidRequest, "a role is required: \(roles.joined(separator: ", "))", field: "role")
        }
        return roles.contains { $0.hasSameBytes(as: role) }
            ? nil : Refusal(.invalidRequest, "the app has no such role", field: "role")
    }
}

extension App {
    /// Why an account cannot be made with that profile, if so. Where a sign-in makes accounts, it makes them without.
    func refusal(ofSignUpWith fields: JSONObject) -> Refusal? {
        signUp == .explicit ? profile.refusal(ofMissingIn: fields) : nil
    }

    /// Whether a guest needs to give nothing but a credential to become a person.
    package func needsNoForm(of guest: Account) -> Bool {
        (guest.role != nil || roles.isEmpty) && refusal(ofSignUpWith: guest.profile.fields) == nil
    }
}

/// What happens when a genuine identity has no account yet.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    /// The sign-in makes the account.
    case implicit
    /// The sign-in answers `account_not_found` with a registration ticket.
    case explicit
}

/// The contract of an app whose clients call `POST /auth/google` of their own back end.
package struct ContractSettings: Sendable {
    /// How the account's role is spelt in the answer.
    package enum RoleForm: String, Sendable, CaseIterable {
        /// `"role": {"name": "ACTEUR"}`
        case object
        /// `"role": "ACTEUR"`
        case string
    }

    /// The greatest ``accessDays``: no token of this server lives longer.
    package static let greatestAccessDays = 90

    /// The life of this contract's access tokens, in days, for clients that never refresh; nil for the app's own.
    package let accessDays: Int?
    /// How the account's role is spelt.
    package let role: RoleForm

    /// Whether requests of the contract that name no app are this app's.
    package let isDefault: Bool

    /// Makes the settings.
    package init(accessDays: Int? = nil, role: RoleForm = .object, isDefault: Bool = false) {
        self.accessDays = accessDays
        self.role = role
        self.isDefault = isDefault
    }
}
