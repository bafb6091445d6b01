import SesameHTTP
package import SesameOperations

/// The addresses on which `sesame dev` listens, and its public URLs.
package struct DevelopmentAddresses: Sendable, Hashable {
    /// The addresses on which both the server and the development providers listen.
    package let hosts: [String]
    package let port: Int
    package let providerPort: Int
    /// The server's URL, and the `iss` of its tokens.
    package let publicURL: String
    /// The development providers' URL for browsers.
    package let providersURL: String
    /// True if a browser treats server and providers as one site. Requests from the providers are then not cross-site,
    /// unlike requests from the real providers.
    package let isOneSite: Bool

    /// Creates the addresses for this machine only. The server is at `127.0.0.1` and the providers at `localhost`, so
    /// that browsers treat them as different sites.
    package init(port: Int, providerPort: Int) {
        self.init(hosts: [Self.loopback], server: Self.loopback, providers: "localhost", port: port, providerPort)
    }

    /// Creates the addresses for a local network and this machine. Throws if `lan` is not a network address or
    /// `providerHost` is not a host name.
    ///
    /// The server listens on no other address, so that it is not reachable from the machine's other networks. The
    /// providers' control API still accepts only requests from this machine.
    ///
    /// - Parameters:
    ///   - lan: The machine's IP address in the local network.
    ///   - providerHost: A second host name of the machine in the local network, for the development providers.
    ///     Browsers distinguish sites by host and not by port, so the providers are a different site only with a second
    ///     name.
    package init(
        lan: String, providerHost: String? = nil, port: Int, providerPort: Int
    ) throws(ConfigurationError) {
        guard IPNetwork.isAddress(lan), !Self.notOfANetwork.contains(where: { $0.contains(lan) }) else {
            throw ConfigurationError(
                "--lan-address", "'\(lan)' must be an address of this machine in a network, such as 192.168.1.20")
        }
        let providers = providerHost ?? lan
        guard IPNetwork.isAddress(providers) || Self.isName(providers) else {
            throw ConfigurationError("--provider-host", "'\(providers)' must be a host name, such as my-mac.local")
        }
        self.init(hosts: [Self.loopback, lan], server: lan, providers: providers, port: port, providerPort)
    }

    private init(hosts: [String], server: String, providers: String, port: Int, _ providerPort: Int) {
        self.hosts = hosts
        self.port = port
        self.providerPort = providerPort
        publicURL = "http://\(Self.inURL(server)):\(port)"
        providersURL = "http://\(Self.inURL(providers)):\(providerPort)"
        isOneSite = server.lowercased() == providers.lowercased()
    }

    /// Returns the endpoints of the development providers, for the server's configuration. The server calls them on
    /// loopback, and browsers use ``providersURL``.
    package func developmentServices(_ role: DevelopmentServices.Role) -> DevelopmentServices {
        .development(providersURL, serverURL: "http://\(Self.loopback):\(providerPort)", role: role)
    }

    private static let loopback = "127.0.0.1"
    private static let notOfANetwork = ["127.0.0.0/8", "0.0.0.0/8", "::1", "::", "fe80::/10"]
        .compactMap { IPNetwork($0) }

    private static func inURL(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    private static func isName(_ host: String) -> Bool {
        !host.isEmpty && !host.hasPrefix(".") && !host.hasPrefix("-")
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
