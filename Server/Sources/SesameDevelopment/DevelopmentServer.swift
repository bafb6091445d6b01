import Foundation
public import Logging
public import NIOCore
import SesameAccounts
public import SesameCore
import SesameHTTP
public import SesameOperations
public import SesameProviders
import SesameServer

/// A server with its development Apple, Google and FCM, listening: what `sesame dev` runs.
public struct DevelopmentServer: Sendable {
    /// The server's address.
    public let url: String
    /// The development providers.
    public let providers: DevelopmentProviders
    /// An admin key for everything.
    public let adminKey: Secret

    private let application: SesameApplication
    private let providerServer: HTTPServer

    /// Starts both; returns when they listen.
    ///
    /// - Parameters:
    ///   - addresses: Those that the configuration was made for.
    ///   - adminKey: One that an earlier run has made, which is kept while it is good.
    ///   - keys: Where the providers' RSA keys come from.
    public init(
        _ configuration: DevelopmentConfiguration, addresses: DevelopmentAddresses,
        role: DevelopmentSite.Role = .instead, keeping adminKey: Secret? = nil, keys: ProviderKeySource = .generated,
        logger: Logger
    ) async throws {
        let site = addresses.site(role)
        let clients = DevelopmentClients(configuration, site: site)
        var server = configuration.server
        server.webClients = clients.webClients
        server.appleTeams = clients.appleTeams
        let clock = DevelopmentClock()
        let issuers: [ProviderKind: String] =
            switch role {
            case .instead: [:]
            case .beside: [.google: site.issuer(of: .google), .apple: site.issuer(of: .apple)]
            }
        providers = DevelopmentProviders(
            apps: clients.apps, baseURL: site.browserURL, issuers: issuers, clock: clock, keys: keys)
        providers.serverURL = "http://127.0.0.1:\(addresses.port)"
        providerServer = HTTPServer(
            configuration: HTTPServerConfiguration(
                hosts: addresses.hosts, port: addresses.providerPort, limits: DevelopmentProviders.limits),
            router: Router(surfaces: providers.surfaces), logger: logger)
        try await providerServer.listen()
        do {
            server.pushAccounts = try await clients.pushAccounts(of: providers)
            application = try await SesameApplication(
                server, clock: TrustedClock(shift: { TimeInterval(clock.shift) }), logger: logger)
            self.adminKey = try await application.developmentAdminKey(keeping: adminKey)
        } catch {
            await providerServer.shutdown(grace: .zero)
            throw error
        }
        url = server.publicURL
    }

    /// Finishes the requests under way, and stops both.
    public func shutdown(grace: TimeAmount = .seconds(10)) async {
        await application.shutdown(grace: grace)
        await providerServer.shutdown(grace: min(grace, .seconds(1)))
    }
}
