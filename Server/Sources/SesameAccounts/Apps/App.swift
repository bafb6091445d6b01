package import Foundation
import SesameCore
import SesameWire

/// An app: its sign-in methods, its rules and its settings. Every account belongs to exactly one app.
package struct App: Sendable {
    /// The app's name in the configuration; the audience of its access tokens.
    package internal(set) var id: AppID
    /// The enabled identity providers, with the app's settings for each.
    package internal(set) var providers: [Provider: ProviderSettings]
    /// True if users can sign in as guests, without a sign-in method.
    package internal(set) var allowsAnonymous: Bool
    /// The idle time after which a guest account is removed, and the action to take.
    package let guests: GuestPolicy
    /// The effect of the first sign-in with an identity: it creates the account, or requires a registration form.
    package let signUp: SignUpPolicy
    /// The rule for linking an identity to an account by email address.
    package let emailLinking: EmailLinking
    /// The time in which a merge can be undone, in seconds; 0 for never.
    package let mergeUndoPeriod: TimeInterval
    /// The app's roles; empty for apps without roles. Each account except a guest's has exactly one of the app's roles.
    package let roles: [String]
    /// The fields of users' profiles, and the onboarding steps.
    package let profile: ProfileSchema
    /// The lifetimes of sessions and access tokens, and the maximum number of sessions.
    package let sessions: SessionPolicy
    /// The settings of the `POST /auth/google` contract; nil if the app's clients do not use it.
    package let contract: IDTokenExchangeSettings?
    /// The display names of the app's roles, fields and steps.
    package let labels: AppLabels
    /// The default language of texts for users, for example `fr`.
    package let language: String
    /// The host names that identify this app.
    package let hosts: [String]
    /// The allowed redirect URIs of authorization codes.
    package let redirects: RegisteredRedirects
    package let push: PushSettings
    /// The privacy mode: standard, or pseudonymous without the providers' ids and claims.
    package let privacy: PrivacyMode
    /// The password policy; nil for an app without passwords.
    package internal(set) var passwords: PasswordPolicy?
    /// The kinds of second factor that users may add.
    package let secondFactors: SecondFactorSettings
    /// The Firebase project settings; nil if there are none.
    package internal(set) var firebase: FirebaseSettings?
    /// The Appwrite project settings; nil if there are none.
    package let appwrite: AppwriteSettings?

    package init(
        id: AppID, providers: [Provider: ProviderSettings] = [:], allowsAnonymous: Bool = false,
        guests: GuestPolicy = GuestPolicy(), signUp: SignUpPolicy = .implicit, emailLinking: EmailLinking = .never,
        mergeUndoPeriod: TimeInterval = 86_400, roles: [String] = [],
        profile: ProfileSchema = ProfileSchema(), sessions: SessionPolicy = SessionPolicy(),
        contract: IDTokenExchangeSettings? = nil, labels: AppLabels = AppLabels(), language: String = "en",
        hosts: [String] = [],
        redirects: RegisteredRedirects = RegisteredRedirects(), push: PushSettings = PushSettings(),
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
        self.mergeUndoPeriod = mergeUndoPeriod
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
    /// True if the app's security events contain the client's network; false in pseudonymous apps.
    package var recordsClientNetworks: Bool { !privacy.isPseudonymous }

    /// Returns the error if an account other than a guest's cannot have the role: the role must be one of the app's
    /// roles, or nil in an app without roles.
    func refusal(ofRole role: String?) -> AccountError? {
        guard let role else {
            return roles.isEmpty
                ? nil
                : AccountError(
                    .invalidRequest, "'role' is required: one of \(roles.joined(separator: ", "))", field: "role")
        }
        return roles.contains { $0.hasSameBytes(as: role) }
            ? nil : AccountError(.invalidRequest, "the app has no such role", field: "role")
    }
}

extension App {
    /// Returns the error if the app has explicit sign-up, and a field that it requires is missing; nil otherwise.
    func refusal(ofSignUpWith fields: JSONObject) -> AccountError? {
        signUp == .explicit ? profile.refusal(ofMissingIn: fields) : nil
    }

    /// Returns true if a guest account can be upgraded with a credential alone, without a form.
    package func canUpgradeWithoutForm(_ guest: Account) -> Bool {
        (guest.role != nil || roles.isEmpty) && refusal(ofSignUpWith: guest.profile.fields) == nil
    }
}

/// The effect of the first sign-in with a valid identity that has no account.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    /// The sign-in creates the account.
    case implicit
    /// The sign-in returns `account_not_found` with a registration ticket.
    case explicit
}

/// The settings of the contract for an app whose clients call `POST /auth/google` of their own back end.
package struct IDTokenExchangeSettings: Sendable {
    /// The form of the account's role in a response.
    package enum RoleForm: String, Sendable, CaseIterable {
        /// The object form: `"role": {"name": "ACTEUR"}`.
        case object
        /// The string form: `"role": "ACTEUR"`.
        case string
    }

    /// The maximum of ``accessDays``, because no token of this server is valid for longer.
    package static let maxAccessDays = 90

    /// The lifetime of this contract's access tokens, in days, for clients that never refresh; nil for the app's own.
    package let accessDays: Int?
    package let role: RoleForm

    /// True if the contract's requests without an app name belong to this app.
    package let isDefault: Bool

    package init(accessDays: Int? = nil, role: RoleForm = .object, isDefault: Bool = false) {
        self.accessDays = accessDays
        self.role = role
        self.isDefault = isDefault
    }
}
