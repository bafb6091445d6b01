import SesameAccounts
import SesameCore
import SesameSurface
import SesameTokens

/// The settings of one app in the configuration's `apps`.
enum AppSettings {
    static let group = SettingGroup([
        providers, signUp, roles, profile, labels, language, hosts, redirectURIs, loopbackRedirects, sessions,
        emailLinking,
        mergeUndoHours, privacy, pseudonymous, secondFactors, push, guests, contract, firebase, appwrite, rateLimits,
    ])

    static let providers = SettingKey<JSONMember?>.value(
        "providers", as: .group(AppProviderSettings.group), without: "none", "The ways to sign in.")
    static let signUp = SettingKey<SignUpPolicy>.choice(
        "signUp", usual: .implicit, "`explicit`: new users fill in a form first.")
    static let roles = SettingKey<[String]?>.texts("roles", without: "none", "The roles of accounts.")
    static let profile = SettingKey<ConfigurationReader?>.group(
        "profile", ProfileSettings.group, without: "no fields", "[Fields and onboarding](guides/profiles.md).")
    static let labels = SettingKey<JSONMember?>.value(
        "labels", without: "the names", "[Texts of roles and fields](guides/profiles.md#labels), by language.")
    static let language = SettingKey<String>.text(
        "language", usual: "en", "The language of emails and labels where the user's is not known.")
    static let hosts = SettingKey<[String]?>.texts("hosts", without: "none", "Host names that stand for the app.")
    static let redirectURIs = SettingKey<[String]?>.texts(
        "redirectURIs", without: "none",
        "[Addresses that browsers return to](guides/web-sign-in.md#redirect-addresses).")
    static let loopbackRedirects = SettingKey<Bool>.flag(
        "loopbackRedirects", usual: true, "Whether browsers also return to any port of their own machine.")
    static let sessions = SettingKey<ConfigurationReader?>.group(
        "sessions", SessionPolicy.settings, "How long sessions live.")
    static let emailLinking = SettingKey<EmailLinking>.choice(
        "emailLinking", usual: .never,
        "`verified`: new identities [join by address](guides/linking.md#joining-by-email-address).")
    static let mergeUndoHours = SettingKey<Int>.integer(
        "mergeUndoHours", in: 0...720, usual: 24, "Hours that a [merge can be undone](guides/linking.md#undo-a-merge).")
    static let privacy = SettingKey<PrivacyMode.Choice>.choice(
        "privacy", usual: .standard,
        "`pseudonymous`: [nothing about users](guides/pseudonymous-apps.md), for the app's life.")
    static let pseudonymous = SettingKey<ConfigurationReader?>.group(
        "pseudonymous", PrivacyMode.settings, "Settings of pseudonymous apps.")
    static let secondFactors = SettingKey<ConfigurationReader?>.group(
        "secondFactors", SecondFactorSettings.settings,
        "[Second factors](guides/two-step-verification.md) that can be added.")
    static let push = SettingKey<ConfigurationReader?>.group(
        "push", PushSettings.settings, "[Push notifications](guides/push.md).")
    static let guests = SettingKey<ConfigurationReader?>.group(
        "guests", GuestPolicy.settings, "The clean-up of [idle guests](guides/account-data.md#idle-guests).")
    static let contract = SettingKey<ConfigurationReader?>.group(
        "contract", IDTokenExchangeSettings.settings,
        "ID token exchange, `POST /auth/google` and `/auth/apple`, for installed clients. Without it there is none.")
    static let firebase = SettingKey<ConfigurationReader?>.group(
        "firebase", FirebaseSettings.settings, "A project of [Firebase's protocol](migrate/firebase-protocol.md).")
    static let appwrite = SettingKey<ConfigurationReader?>.group(
        "appwrite", AppwriteSettings.settings, "A project of [Appwrite's protocol](migrate/appwrite-protocol.md).")
    static let rateLimits = SettingKey<JSONMember?>.value(
        "rateLimits", as: .group(ServerRateLimits.settingsOfApp), without: "the server's", "Rate limits of its own.")
}

/// The settings under an app's `providers`.
enum AppProviderSettings {
    /// The settings for guests, passwords, Apple and Google, which every server supports. The other providers of an app
    /// are those in the file's `identityProviders`.
    static let group = SettingGroup(
        [anonymous, password] + WebProvider.usual.map { key(of: $0) }, others: ProviderSettings.settings(of: nil))

    static let anonymous = SettingKey<Bool>.flag("anonymous", usual: false, "Whether there are guests.")
    static let password = SettingKey<ConfigurationReader?>.group(
        "password", PasswordPolicy.settings, "[Passwords and codes](guides/passwords.md).")

    private static func key(of provider: WebProvider) -> SettingKey<JSONMember?> {
        .value(
            provider.provider.rawValue, as: .group(ProviderSettings.settings(of: provider)),
            "[What to register](guides/providers.md).")
    }
}

/// The settings under an app's `profile`.
enum ProfileSettings {
    static let group = SettingGroup([required, optional, fields, onboarding, providers])

    static let required = SettingKey<[String]?>.texts("required", without: "none", "Fields that have to be filled in.")
    static let optional = SettingKey<[String]?>.texts("optional", without: "none", "Other fields with texts.")
    static let fields = SettingKey<JSONMember?>.value(
        "fields", without: "none", "Fields by name: a type, or an object as [profiles](guides/profiles.md) has it.")
    static let onboarding = SettingKey<ConfigurationReader?>.group(
        "onboarding", SettingGroup([steps]), "The onboarding.")
    static let steps = SettingKey<[String]?>.texts("steps", without: "one form", "Its steps, in order.")
    static let providers = SettingKey<[String]?>.texts(
        "providers", without: "all", "The providers whose users may change their profile.")
}
