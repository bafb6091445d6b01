import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens

/// The top-level settings of the configuration file.
package enum ServerSettings {
    package static let group = SettingGroup([
        publicURL, listen, adminListen, metricsListen, trustedProxies, proxyHeader, corsOrigins, dataDir,
        deletionJournal,
        keyFile, pseudonymKeyFile, eventRetentionDays, defaultApp, mail, texts, webhooks, rateLimits, identityProviders,
        apps,
        schema,
    ])

    static let publicURL = SettingKey<String>.required(
        "publicURL",
        "The address that clients use, such as `https://sign-in.example.com`, without a slash at the end; `iss` of the "
            + "tokens. HTTP only on this machine.")
    static let listen = SettingKey<String>.text(
        "listen", usual: "127.0.0.1:8080",
        "Address and port for the proxy. Beyond this machine it needs `trustedProxies`.")
    static let adminListen = SettingKey<String?>.text(
        "adminListen", without: "`listen`",
        "A [separate address](operations/admin.md#a-separate-address) of the admin API.")
    static let metricsListen = SettingKey<String?>.text(
        "metricsListen", "An address that serves [`/metrics`](operations/monitoring.md) and nothing else.")
    static let trustedProxies = SettingKey<[String]?>.texts(
        "trustedProxies", without: "none", "Addresses or networks of your proxy, such as `10.0.0.0/8`.")
    static let proxyHeader = SettingKey<ForwardingField>.choice(
        "proxyHeader", usual: .xForwarded,
        "The header that names clients. The other one is ignored: a proxy passes on what it does not set as the client "
            + "sent it.")
    static let corsOrigins = SettingKey<[String]?>.texts(
        "corsOrigins", without: "none", "Web origins whose pages may call the API.")
    static let dataDir = SettingKey<String>.required("dataDir", "The data folder.")
    static let deletionJournal = SettingKey<String?>.text(
        "deletionJournal", without: "in `dataDir`",
        "The file of the [deletion journal](operations/backup.md#the-deletion-journal).")
    static let keyFile = SettingKey<String>.required("keyFile", "The master key, outside `dataDir`.")
    static let pseudonymKeyFile = SettingKey<String?>.text(
        "pseudonymKeyFile", "The keys of [pseudonymous apps](guides/pseudonymous-apps.md), outside `dataDir`.")
    static let eventRetentionDays = SettingKey<Int>.integer(
        "eventDays", in: 1...90, usual: 90, "Days that [security events](events.md) are kept.")
    static let defaultApp = SettingKey<String?>.text("defaultApp", "The app of requests that name none.")
    static let mail = SettingKey<ConfigurationReader?>.group(
        "mail", MailSettings.settings, "The mail server. Without it nobody is emailed.")
    static let texts = SettingKey<ConfigurationReader?>.group(
        "texts", TextSettings.settings, "The [carrier of texts](guides/passwords.md#texts).")
    static let webhooks = SettingKey<JSONMember?>.value(
        "webhooks", as: .list(Webhook.settings), without: "none",
        "Your back ends that [get events](backend/webhooks.md).")
    static let rateLimits = SettingKey<ConfigurationReader?>.group(
        "rateLimits", ServerRateLimits.settings, "[Rate limits](operations/rate-limits.md) other than the usual ones.")
    static let identityProviders = SettingKey<JSONMember?>.value(
        "identityProviders", as: .named(OpenIDSettings.group), without: "none",
        "[OpenID Connect providers](guides/providers.md#any-other-openid-connect-provider), by a name of yours.")
    static let apps = SettingKey<JSONMember?>.value(
        "apps", as: .named(AppSettings.group), isRequired: true,
        "Your apps. The name of each is `aud` of its tokens: up to 64 letters, digits, `-` and `_`.")
    /// The location of the JSON schema, for editors. The server ignores it.
    static let schema = SettingKey<String?>.text("$schema", "The [schema](configuration.schema.json), for your editor.")
}

/// The settings of an OpenID Connect provider (OpenID Connect Core 1.0; the URLs are in its discovery document).
enum OpenIDSettings {
    static let group = SettingGroup([name, issuer, keysURL, algorithm, authorizationURL, tokenURL, scope])

    static let name = SettingKey<String?>.text("name", without: "the name in the file", "Its name on buttons.")
    static let issuer = SettingKey<String?>.text("issuer", isRequired: true, "`iss` of its tokens.")
    static let keysURL = SettingKey<String?>.text("keysURL", isRequired: true, "Its `jwks_uri`.")
    static let algorithm = SettingKey<JWSAlgorithm>.choice(
        "algorithm", usual: .rs256, "The signature of its tokens.")
    static let authorizationURL = SettingKey<String?>.text(
        "authorizationURL", "Its `authorization_endpoint`; with `tokenURL`, for browsers.")
    static let tokenURL = SettingKey<String?>.text("tokenURL", "Its `token_endpoint`.")
    static let scope = SettingKey<String>.text(
        "scope", usual: "openid email profile", "The scopes asked for, `openid` among them.")
}
