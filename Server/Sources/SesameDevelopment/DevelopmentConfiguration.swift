import CExamples
package import SesameAccounts
import SesameCore
package import SesameOperations
import SesameSurface

/// The configuration of `sesame dev`: a server's, and the clients of the development providers.
package struct DevelopmentConfiguration: Sendable {
    /// A client for sign-ins in a browser, for which the development provider stands in.
    package struct Client: Sendable, Hashable {
        /// The app of the client.
        package let app: AppID
        package let provider: Provider
        /// Google's web client, or Apple's Services ID.
        package let clientID: String
        /// The Apple team, if the configuration names it.
        package let teamID: String?
    }

    /// The server's configuration. The ``clients`` are still to be given their secrets.
    package var server: ServerConfiguration
    /// The clients that sign in by a development provider.
    package let clients: [Client]

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
    package init(
        file: [UInt8]? = nil, addresses: DevelopmentAddresses, role: StandIns.Role = .instead,
        dataFolder: String, keyFile: String, pseudonyms: PseudonymKeys
    ) throws(ConfigurationError) {
        let reader = if let file { try ServerConfiguration.reader(file) } else { try ServerConfiguration.examples() }
        let standIns = addresses.standIns(role)
        let apps = try ServerConfiguration.apps(reader, pseudonyms: pseudonyms)
        // Google comes back to loopback in the clear, and nowhere else; Apple does not. Nobody registered the examples.
        let reachesVendors = file != nil && role == .beside && WebOrigin.isLoopback(addresses.publicURL)
        var webClients = WebClients(of: try IdentityProviders(reader).web)
        var clients: [Client] = []
        try ServerConfiguration.visitProviders(reader) { app, provider, block, path throws(ConfigurationError) in
            let isStoodInFor = standIns.providers[provider.provider] != nil
            let reaches = provider.authentication == .secret && reachesVendors
            if !isStoodInFor {
                // Its secret is on the server's machine, and seldom on a developer's.
                webClients[app, provider.provider] = try? WebClient.read(block, of: provider, at: path)
            } else if reaches, WebClient.namesSecret(block) {
                webClients[app, provider.provider] = try WebClient.read(block, of: provider, at: path)
            } else if let clientID = try WebClient.clientID(block, of: provider) {
                let teamID = provider.authentication == .team ? try block.string("teamID") : nil
                clients.append(
                    Client(app: app, provider: provider.provider, clientID: clientID, teamID: teamID))
            }
        }
        self.clients = clients
        server = ServerConfiguration(
            publicURL: addresses.publicURL, hosts: addresses.hosts, port: addresses.port, dataFolder: dataFolder,
            keyFile: keyFile, webhooks: try Webhook.read(reader, of: apps), limits: try ServerLimits.read(reader),
            corsOrigins: try reader.strings("corsOrigins") ?? [], apps: apps, webClients: webClients)
        server.standIns = standIns
    }
}

extension ServerConfiguration {
    /// The apps of all example files, and what else only one of them says.
    fileprivate static func examples() throws(ConfigurationError) -> ConfigurationReader {
        var apps: JSONObject = [:]
        var whole: JSONObject = [:]
        for index in 0..<sesame_example_count() {
            let file = sesame_example(index)
            for member in try reader(Array(UnsafeBufferPointer(start: file.bytes, count: file.count))).members {
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
