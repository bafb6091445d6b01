public import SesameAccounts
import SesameCore
import SesameSurface

/// What `sesame dev` serves: a server's configuration, and the clients that the development providers are to know.
public struct DevelopmentConfiguration: Sendable {
    /// A client for sign-ins in a browser, for which the development provider stands in.
    public struct Client: Sendable, Hashable {
        /// Whose client it is.
        public let app: AppID
        /// At which provider.
        public let provider: Provider
        /// Google's web client, or Apple's Services ID.
        public let clientID: String
        /// The Apple team, if the configuration names it.
        public let teamID: String?
    }

    /// The server's configuration. The clients of ``standIns`` are still to be given their secrets.
    public var server: ServerConfiguration
    /// The clients that sign in by a development provider.
    public let standIns: [Client]

    /// Reads the apps of a file, or else the example apps.
    ///
    /// The file is that of `sesame serve`; of its other settings `defaultApp`, `corsOrigins`, `rateLimits` and
    /// `webhooks` count. No secret of it
    /// is read, because the development providers make up their own, but two: where the real Google is trusted, and
    /// comes back to the address, a web client with its secret signs in there; and so does one of a provider that no
    /// development one stands in for, where its secret can be read.
    ///
    /// - Parameters:
    ///   - file: The file's content; nil for the example apps.
    ///   - addresses: Where the server listens and is reached.
    ///   - pseudonyms: The keys of the apps that keep people under pseudonyms.
    public init(
        file: [UInt8]? = nil, addresses: DevelopmentAddresses, role: DevelopmentSite.Role = .instead,
        dataFolder: String, keyFile: String, pseudonyms: PseudonymKeys
    ) throws(ConfigurationError) {
        let reader = if let file { try ServerConfiguration.reader(file) } else { try ServerConfiguration.examples() }
        let site = addresses.site(role)
        let apps = try ServerConfiguration.apps(reader, pseudonyms: pseudonyms)
        // Google comes back to loopback in the clear, and nowhere else; Apple does not. Nobody registered the examples.
        let reachesVendors = file != nil && role == .beside && WebOrigin.isLoopback(addresses.publicURL)
        var webClients = WebClients(of: try IdentityProviders(reader).web)
        var standIns: [Client] = []
        try ServerConfiguration.visitProviders(reader) { app, provider, block, path throws(ConfigurationError) in
            let isStoodInFor = site.keysURL(of: provider.provider) != nil
            let reaches = provider.authentication == .secret && reachesVendors
            if !isStoodInFor {
                // Its secret is on the server's machine, and seldom on a developer's.
                webClients[app, provider.provider] = try? WebClient.read(block, of: provider, at: path)
            } else if reaches, WebClient.namesSecret(block) {
                webClients[app, provider.provider] = try WebClient.read(block, of: provider, at: path)
            } else if let clientID = try WebClient.clientID(block, of: provider) {
                let teamID = provider.authentication == .team ? try block.string("teamID") : nil
                standIns.append(
                    Client(app: app, provider: provider.provider, clientID: clientID, teamID: teamID))
            }
        }
        self.standIns = standIns
        server = ServerConfiguration(
            publicURL: addresses.publicURL, hosts: addresses.hosts, port: addresses.port, dataFolder: dataFolder,
            keyFile: keyFile, webhooks: try Webhook.read(reader, of: apps), limits: try ServerLimits.read(reader),
            corsOrigins: try reader.strings("corsOrigins") ?? [], developmentProviders: site, apps: apps,
            webClients: webClients)
    }
}

extension ServerConfiguration {
    /// The apps of all example files, and what else only one of them says.
    fileprivate static func examples() throws(ConfigurationError) -> ConfigurationReader {
        var apps: JSONObject = [:]
        var whole: JSONObject = [:]
        for file in EmbeddedDocument.examples {
            for member in try reader(file).members {
                guard member.name == "apps", let own = member.value.object else {
                    whole[member.name] = member.value
                    continue
                }
                for app in own.members { apps[app.name] = app.value }
            }
        }
        whole["apps"] = .object(apps)
        return try reader(.object(whole))
    }
}
