import Foundation
package import Logging
package import NIOCore
import SesameAccounts
package import SesameCore
package import SesameDevelopmentProviders
import SesameHTTP
package import SesameOperations
import SesameServer

/// A running server with the development Apple, Google and FCM, as started by `sesame dev`.
package struct DevelopmentServer: Sendable {
    /// The public URL of the sign-in server, for example `http://127.0.0.1:8080`.
    package let url: String
    package let providers: DevelopmentProviders
    /// An admin key with all scopes.
    package let adminKey: Secret

    private let application: SesameApplication
    private let providerServer: HTTPServer

    /// Starts the server and the providers; returns when both listen.
    ///
    /// - Parameters:
    ///   - addresses: The addresses on which both listen.
    ///   - adminKey: The key of an earlier run, which is reused while it is valid.
    ///   - keys: The source of the providers' RSA keys.
    package init(
        _ configuration: DevelopmentConfiguration, addresses: DevelopmentAddresses,
        role: DevelopmentServices.Role = .replacing, keeping adminKey: Secret? = nil,
        keys: ProviderKeySource = .generated,
        logger: Logger
    ) async throws {
        let developmentServices = addresses.developmentServices(role)
        let clients = DevelopmentClients(configuration, developmentServices)
        var server = configuration.server
        server.webClients = clients.webClients
        server.appleTeams = clients.appleTeams
        let clock = DevelopmentClock()
        let issuers: [ProviderKind: String] =
            switch role {
            case .replacing: [:]
            case .additional:
                [.google: Provider.google, .apple: .apple].compactMapValues {
                    developmentServices.providers[$0]?.issuer
                }
            }
        providers = DevelopmentProviders(
            apps: clients.apps, baseURL: addresses.providersURL, issuers: issuers, clock: clock, keys: keys)
        providers.serverURL = "http://127.0.0.1:\(addresses.port)"
        providerServer = HTTPServer(
            configuration: HTTPServerConfiguration(
                hosts: addresses.hosts, port: addresses.providerPort, limits: DevelopmentProviders.limits),
            router: Router(surfaces: providers.surfaces), logger: logger)
        try await providerServer.listen()
        do {
            server.pushAccounts = try await clients.pushAccounts(of: providers)
            application = try await SesameApplication(
                server, clock: TrustedClock(shift: { TimeInterval(clock.offset) }), logger: logger)
            self.adminKey = try await application.adminKey(keeping: adminKey)
        } catch {
            await providerServer.shutdown(grace: .zero)
            throw error
        }
        url = server.publicURL
    }

    /// Finishes the active requests, and stops the server and the providers. Requests that take longer than `grace` are
    /// aborted; at the providers, `grace` is limited to one second.
    package func shutdown(grace: TimeAmount = .seconds(10)) async {
        await application.shutdown(grace: grace)
        await providerServer.shutdown(grace: min(grace, .seconds(1)))
    }
}

extension SesameApplication {
    /// Returns the existing admin key while it is valid, or else a new one with all scopes.
    fileprivate func adminKey(keeping existing: Secret?) async throws -> Secret {
        let context = RequestContext(requestID: "")
        if let existing, (try? await accounts.adminKeys.authenticate(adminKey: existing, context: context)) != nil {
            return existing
        }
        return try await accounts.adminKeys.makeDevelopmentAdminKey(context: context)
    }
}
