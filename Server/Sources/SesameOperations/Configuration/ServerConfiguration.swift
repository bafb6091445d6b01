package import SesameAccounts
package import SesameCore
package import SesameHTTP
package import SesameSurface
import SesameWire

/// The configuration of a server, including the keys and secrets in the files that the settings refer to, except the
/// master key.
package struct ServerConfiguration: Sendable {
    /// The URL at which clients reach the server, without a trailing slash; the `iss` of its tokens.
    package var publicURL: String
    /// The addresses to listen on.
    package var hosts: [String]
    /// The port to listen on; 0 selects a free one.
    package var port: Int
    package var dataFolder: String
    /// The file of the deletion journal; nil for the default in the data folder.
    package var deletionJournal: String?
    /// The file of the master key. In production it must be outside the data folder.
    package var keyFile: String
    /// The file of the pseudonym keys, which pseudonymous apps require; nil for none. In production it must be outside
    /// the data folder.
    package var pseudonymKeyFile: String?
    /// The separate address and port of the admin API; nil if it is among the public routes.
    package var adminListen: ListenAddress?
    /// The number of days for which security events are stored, from 1 to 90.
    package var eventRetentionDays: Int
    /// The mail server that sends email to users; nil for none.
    package var mail: MailSettings?
    /// The SMS provider and the allowed countries; nil if the server sends no text messages.
    package var sms: TextSettings?
    /// The webhooks for security events.
    package var webhooks: [Webhook]
    /// The addresses of proxies whose forwarding headers are trusted.
    package var trustedProxies: [IPNetwork]
    /// The header fields in which the trusted proxies report the client's address and scheme.
    package var forwardedHeader: ForwardingField
    /// The rate limits of the server and of single apps, and the networks that are exempt.
    package var limits: ServerRateLimits
    /// The separate address that serves the metrics without authentication; nil for none.
    package var metricsListener: ListenAddress?
    /// The origins whose pages may call the API from a browser.
    package var corsOrigins: [String]
    /// The local services for development, such as development providers; nil for none. Refused in production.
    package var developmentServices: DevelopmentServices?
    /// True if the server behaves like the Firebase emulator: unsigned tokens, and an operator without a key. Has an
    /// effect only together with `developmentServices`.
    package var isFirebaseEmulator = false
    package var apps: AppDirectory
    /// The apps' client registrations with the providers, for browser sign-in.
    package var webClients: OAuthClientRegistrations
    /// The apps' Apple teams, with their keys.
    package var appleTeams: [AppID: AppleTeam]
    /// The service accounts that send the apps' push notifications.
    package var pushAccounts: [AppID: ServiceAccount]

    package init(
        publicURL: String, hosts: [String], port: Int, dataFolder: String, deletionJournal: String? = nil,
        keyFile: String, pseudonymKeyFile: String? = nil, adminListen: ListenAddress? = nil,
        eventRetentionDays: Int = 90,
        mail: MailSettings? = nil, texts: TextSettings? = nil, webhooks: [Webhook] = [],
        trustedProxies: [IPNetwork] = [], forwardedHeader: ForwardingField = .xForwarded,
        limits: ServerRateLimits = ServerRateLimits(), metricsListener: ListenAddress? = nil,
        corsOrigins: [String] = [],
        apps: AppDirectory, webClients: OAuthClientRegistrations = OAuthClientRegistrations(),
        appleTeams: [AppID: AppleTeam] = [:],
        pushAccounts: [AppID: ServiceAccount] = [:]
    ) {
        self.publicURL = publicURL
        self.hosts = hosts
        self.port = port
        self.dataFolder = dataFolder
        self.deletionJournal = deletionJournal
        self.keyFile = keyFile
        self.pseudonymKeyFile = pseudonymKeyFile
        self.adminListen = adminListen
        self.eventRetentionDays = eventRetentionDays
        self.mail = mail
        self.sms = texts
        self.webhooks = webhooks
        self.trustedProxies = trustedProxies
        self.forwardedHeader = forwardedHeader
        self.limits = limits
        self.metricsListener = metricsListener
        self.corsOrigins = corsOrigins
        self.apps = apps
        self.webClients = webClients
        self.appleTeams = appleTeams
        self.pushAccounts = pushAccounts
    }
}

extension ServerConfiguration {
    package var journalFile: String { deletionJournal ?? Self.defaultJournalPath(in: dataFolder) }

    package static func defaultJournalPath(in dataFolder: String) -> String { dataFolder + "/deletions.jsonl" }

    /// True if the log contains the requests' trace ids. False if an app is pseudonymous: a client chooses the trace
    /// id, so the log could link a user's requests.
    package var logsTraces: Bool { !apps.apps.values.contains { $0.privacy.isPseudonymous } }

    static let limits = JSONLimits(bytes: 1 << 20, depth: 16)

    /// Reads the configuration from a file's content, and from the files that the settings refer to. Throws at the
    /// first error.
    package init(parsing bytes: [UInt8]) throws(ConfigurationError) {
        let reader = try Self.reader(bytes)
        let address = try ListenAddress(try reader.read(ServerSettings.listen), setting: "listen")
        let adminListen = try reader.read(ServerSettings.adminListen).map { text throws(ConfigurationError) in
            try ListenAddress(text, setting: "adminListen", besides: ["listen": address])
        }
        let metricsListener = try reader.read(ServerSettings.metricsListen).map { text throws(ConfigurationError) in
            var others = ["listen": address]
            others["adminListen"] = adminListen
            return try ListenAddress(text, setting: "metricsListen", besides: others)
        }
        let publicURL = try reader.read(ServerSettings.publicURL)
        guard publicURL.hasPrefix("https://") || publicURL.hasPrefix("http://"), !publicURL.hasSuffix("/") else {
            throw ConfigurationError(
                "publicURL", "must be a URL such as https://sign-in.example.com, without a slash at the end")
        }
        let dataFolder = try reader.read(ServerSettings.dataDir)
        let keyFile = try reader.read(ServerSettings.keyFile)
        let pseudonymKeyFile = try reader.read(ServerSettings.pseudonymKeyFile)
        let apps = try Self.apps(
            reader,
            pseudonyms: try pseudonymKeyFile.map { file throws(ConfigurationError) in try PseudonymKeys.read(file) })
        self.init(
            publicURL: publicURL, hosts: [address.host], port: address.port,
            dataFolder: dataFolder, deletionJournal: try reader.read(ServerSettings.deletionJournal), keyFile: keyFile,
            pseudonymKeyFile: pseudonymKeyFile,
            adminListen: adminListen, eventRetentionDays: try reader.read(ServerSettings.eventRetentionDays),
            mail: try MailSettings.read(reader), texts: try TextSettings.read(reader),
            webhooks: try Webhook.read(reader, of: apps),
            trustedProxies: try Self.networks(
                try reader.read(ServerSettings.trustedProxies) ?? [], ServerSettings.trustedProxies.name),
            forwardedHeader: try reader.read(ServerSettings.proxyHeader),
            limits: try ServerRateLimits.read(reader), metricsListener: metricsListener,
            corsOrigins: try reader.read(ServerSettings.corsOrigins) ?? [],
            apps: apps, webClients: try Self.webClients(reader),
            appleTeams: try Self.appleTeams(reader), pushAccounts: try Self.pushAccounts(reader))
    }

    /// Returns a reader of the file's top-level settings. Throws if the file is not JSON or has an unknown setting.
    package static func reader(_ bytes: [UInt8]) throws(ConfigurationError) -> ConfigurationReader {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw ConfigurationError("", "the file is not valid JSON (RFC 8259): \(error)")
        }
        return try reader(json)
    }

    /// Returns a reader of the top-level settings of a parsed file. Throws if the file has an unknown setting.
    package static func reader(_ json: JSONValue) throws(ConfigurationError) -> ConfigurationReader {
        try ConfigurationReader(json, at: "", of: ServerSettings.group)
    }

    /// Calls the closure for each app's block of each provider with browser sign-in, with the block's path for
    /// messages.
    package static func visitProviders(
        _ reader: ConfigurationReader,
        _ visit: (AppID, WebProvider, ConfigurationReader, String) throws(ConfigurationError) -> Void
    ) throws(ConfigurationError) {
        let known = try IdentityProviders(reader)
        for member in reader.value("apps")?.value.object?.members ?? [] {
            guard let id = AppID(member.name), let block = member.value.object?["providers"] else { continue }
            for provider in known.web {
                let name = provider.provider.rawValue
                guard let settings = block.object?[name] else { continue }
                let path = "apps.\(member.name).providers.\(name)"
                let own = try ConfigurationReader(settings, at: path, of: ProviderSettings.settings(of: provider))
                try visit(id, provider, own, path)
            }
        }
    }

    private static func webClients(_ reader: ConfigurationReader) throws(ConfigurationError) -> OAuthClientRegistrations
    {
        var clients = OAuthClientRegistrations(of: try IdentityProviders(reader).web)
        try visitProviders(reader) { app, provider, block, path throws(ConfigurationError) in
            clients[app, provider.provider] = try OAuthClientRegistration.read(block, of: provider, at: path)
        }
        return clients
    }

    private static func appleTeams(
        _ reader: ConfigurationReader
    ) throws(ConfigurationError) -> [AppID: AppleTeam] {
        var teams: [AppID: AppleTeam] = [:]
        try visitProviders(reader) { app, provider, block, path throws(ConfigurationError) in
            if provider.authentication == .team { teams[app] = try AppleTeam.read(block) }
        }
        return teams
    }

    private static func pushAccounts(
        _ reader: ConfigurationReader
    ) throws(ConfigurationError) -> [AppID: ServiceAccount] {
        var accounts: [AppID: ServiceAccount] = [:]
        for member in reader.value("apps")?.value.object?.members ?? [] {
            guard let id = AppID(member.name), let block = member.value.object?["push"] else { continue }
            let path = "apps.\(member.name).push"
            let own = try ConfigurationReader(block, at: path, of: PushSettings.settings)
            accounts[id] = try ServiceAccount.read(own)
        }
        return accounts
    }

    package static func apps(
        _ reader: ConfigurationReader, pseudonyms keys: PseudonymKeys?
    ) throws(ConfigurationError) -> AppDirectory {
        guard let (value, path) = reader.value("apps"), let members = value.object?.members, !members.isEmpty else {
            throw ConfigurationError("apps", "must be an object with at least one app")
        }
        let known = try IdentityProviders(reader)
        let shared = try reader.read(ServerSettings.corsOrigins) ?? []
        let origins = members.count == 1 || shared.isEmpty ? shared : nil
        var apps: [App] = []
        for member in members {
            apps.append(
                try App(
                    member.value, named: member.name, at: "\(path).\(member.name)", pseudonyms: keys,
                    origins: origins, known))
        }
        let hosts = apps.flatMap(\.hosts)
        guard Set(hosts).count == hosts.count else {
            throw ConfigurationError("apps", "two apps have the same host name")
        }
        try FirebaseSettings.requireDistinct(apps.compactMap(\.firebase))
        try AppwriteSettings.requireUnique(in: apps)
        guard apps.count(where: { $0.contract?.isDefault == true }) <= 1 else {
            throw ConfigurationError("apps", "only one app's contract can be the default")
        }
        var fallback: AppID?
        if let name = try reader.read(ServerSettings.defaultApp) {
            guard let app = apps.first(where: { $0.id.description == name }) else {
                throw ConfigurationError(reader.path(of: ServerSettings.defaultApp), "no app has this name")
            }
            fallback = app.id
        }
        return AppDirectory(apps, fallback: fallback, providers: known.definitions)
    }

    static func networks(_ texts: [String], _ setting: String) throws(ConfigurationError) -> [IPNetwork] {
        var networks: [IPNetwork] = []
        for text in texts {
            guard let network = IPNetwork(text) else {
                throw ConfigurationError(setting, "must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8")
            }
            networks.append(network)
        }
        return networks
    }
}
