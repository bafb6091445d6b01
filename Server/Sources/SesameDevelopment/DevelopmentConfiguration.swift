import CExamples
package import SesameAccounts
import SesameCore
package import SesameOperations
import SesameSurface

/// The configuration of `sesame dev`: the server's configuration, and the clients of the development providers.
package struct DevelopmentConfiguration: Sendable {
    /// A client for browser sign-in at a development provider.
    package struct Client: Sendable, Hashable {
        package let app: AppID
        package let provider: Provider
        /// The client id: Google's web client, or Apple's Services ID.
        package let clientID: String
        /// The Apple team id; nil for Google, or if the configuration has none.
        package let teamID: String?
    }

    /// The server's configuration without the ``clients``, which ``DevelopmentServer`` adds with newly created secrets.
    package var server: ServerConfiguration
    /// The apps' clients for browser sign-in at the development Apple and Google.
    package let clients: [Client]

    /// Reads the apps of a file, or else the example apps. Throws if the file is not valid.
    ///
    /// The file is a configuration of `sesame serve`. Of its other settings, only `defaultApp`, `identityProviders`,
    /// `corsOrigins`, `rateLimits` and `webhooks` apply. The clients' secrets are not read, because the development
    /// providers create their own, with two exceptions. A web client with its secret is used if the real Google is
    /// trusted and redirects to the server's URL. A client of a provider without a development version is used if its
    /// secret is readable.
    ///
    /// - Parameters:
    ///   - file: The file's content; nil for the example apps.
    ///   - addresses: The addresses of the server and of the development providers.
    ///   - pseudonyms: The keys of the pseudonymous apps.
    package init(
        file: [UInt8]? = nil, addresses: DevelopmentAddresses, role: DevelopmentServices.Role = .replacing,
        dataFolder: String, keyFile: String, pseudonyms: PseudonymKeys
    ) throws(ConfigurationError) {
        let reader = if let file { try ServerConfiguration.reader(file) } else { try ServerConfiguration.examples() }
        let developmentServices = addresses.developmentServices(role)
        let apps = try ServerConfiguration.apps(reader, pseudonyms: pseudonyms)
        // Google redirects to plain HTTP only on loopback; Apple does not at all. The example clients are not
        // registered.
        let reachesVendors = file != nil && role == .additional && WebOrigin.isLoopback(addresses.publicURL)
        var webClients = OAuthClientRegistrations(of: try IdentityProviders(reader).web)
        var clients: [Client] = []
        try ServerConfiguration.visitProviders(reader) { app, provider, block, path throws(ConfigurationError) in
            let isReplaced = developmentServices.providers[provider.provider] != nil
            let reaches = provider.authentication == .secret && reachesVendors
            if !isReplaced {
                // The client is left out if its secret cannot be read: the secret is usually only on the server's
                // machine.
                webClients[app, provider.provider] = try? OAuthClientRegistration.read(block, of: provider, at: path)
            } else if reaches, OAuthClientRegistration.namesSecret(block) {
                webClients[app, provider.provider] = try OAuthClientRegistration.read(block, of: provider, at: path)
            } else if let clientID = try OAuthClientRegistration.clientID(block, of: provider) {
                let teamID = provider.authentication == .team ? try block.string("teamID") : nil
                clients.append(
                    Client(app: app, provider: provider.provider, clientID: clientID, teamID: teamID))
            }
        }
        self.clients = clients
        server = ServerConfiguration(
            publicURL: addresses.publicURL, hosts: addresses.hosts, port: addresses.port, dataFolder: dataFolder,
            keyFile: keyFile, webhooks: try Webhook.read(reader, of: apps), limits: try ServerRateLimits.read(reader),
            corsOrigins: try reader.strings("corsOrigins") ?? [], apps: apps, webClients: webClients)
        server.developmentServices = developmentServices
    }
}

extension ServerConfiguration {
    /// Returns one configuration with the apps and the other settings of all example files.
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
