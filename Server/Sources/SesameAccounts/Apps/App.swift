package import Foundation
import SesameCore
import SesameWire

/// One app: who may sign in to it, and how. Every account belongs to exactly one app.
package struct App: Sendable {
    /// The app's name in the configuration; the audience of its access tokens.
    package internal(set) var id: AppID
    /// The providers that the app offers, by provider.
    package internal(set) var providers: [Provider: ProviderSettings]
    /// True if guests may have an account.
    package internal(set) var allowsAnonymous: Bool
    /// The clean-up of idle guests.
    package let guests: GuestPolicy
    /// The handling of a valid identity without an account.
    package let signUp: SignUpPolicy
    /// True if an address alone may join an identity to an account.
    package let emailLinking: EmailLinking
    /// For how long a merge of two accounts can be undone, in seconds; 0 for never.
    package let mergeUndoLife: TimeInterval
    /// The roles of which an account has exactly one; empty for apps without roles.
    package let roles: [String]
    /// The schema of its profiles.
    package let profile: ProfileSchema
    /// The lives of sessions and tokens.
    package let sessions: SessionPolicy
    /// The app's own `POST /auth/google` contract, if its clients speak it.
    package let contract: ContractSettings?
    /// The names that people read for its roles, fields and steps.
    package let labels: AppLabels
    /// The language of texts for people, for example `fr`.
    package let language: String
    /// Host names that stand for this app.
    package let hosts: [String]
    /// The addresses that codes may be sent to.
    package let redirects: RedirectRule
    /// The app's push settings.
    package let push: PushSettings
    /// The privacy mode.
    package let privacy: PrivacyMode
    /// The password policy; nil for an app without passwords.
    package internal(set) var passwords: PasswordPolicy?
    /// Which second factors people may add.
    package let secondFactors: SecondFactorSettings
    /// The Firebase project; nil if there is none.
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
    /// True if its security events say which network a request came from.
    package var keepsNetworks: Bool { !privacy.isPseudonymous }

    /// Returns the error if an account cannot have that role: it has exactly one of the app's.
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
    /// Returns the error if an account cannot be created with that profile. A sign-in creates accounts without one.
    func refusal(ofSignUpWith fields: JSONObject) -> Refusal? {
        signUp == .explicit ? profile.refusal(ofMissingIn: fields) : nil
    }

    /// Returns true if a guest needs to give nothing but a credential to become a person.
    package func needsNoForm(of guest: Account) -> Bool {
        (guest.role != nil || roles.isEmpty) && refusal(ofSignUpWith: guest.profile.fields) == nil
    }
}

/// The handling of a valid identity without an account.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    /// The sign-in makes the account.
    case implicit
    /// The sign-in answers `account_not_found` with a registration ticket.
    case explicit
}

/// The contract of an app whose clients call `POST /auth/google` of their own back end.
package struct ContractSettings: Sendable {
    /// The form of the account's role in a response.
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
    /// The form of the account's role.
    package let role: RoleForm

    /// True if requests of the contract that name no app are this app's.
    package let isDefault: Bool

    /// Makes the settings.
    package init(accessDays: Int? = nil, role: RoleForm = .object, isDefault: Bool = false) {
        self.accessDays = accessDays
        self.role = role
        self.isDefault = isDefault
    }
}
