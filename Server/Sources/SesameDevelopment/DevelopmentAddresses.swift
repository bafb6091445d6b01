import SesameHTTP
package import SesameOperations

/// The addresses on which `sesame dev` listens and is reached.
package struct DevelopmentAddresses: Sendable, Hashable {
    /// The addresses that both the server and the development providers listen on.
    package let hosts: [String]
    /// The server's port.
    package let port: Int
    /// The development providers' port.
    package let providerPort: Int
    /// The server's address, and the `iss` of its tokens.
    package let publicURL: String
    /// The development providers' address for browsers.
    package let providersURL: String
    /// True if a browser takes both for one site, so that what the providers send is not from another site, as it is
    /// from the real ones.
    package let isOneSite: Bool

    /// This machine alone. The providers go by another name than the server, and so are another site.
    package init(port: Int, providerPort: Int) {
        self.init(hosts: [Self.loopback], server: Self.loopback, providers: "localhost", port: port, providerPort)
    }

    /// A local network, and this machine as before: what is controlled from here only stays on loopback.
    ///
    /// Nothing else is listened on: another network that the machine is in does not see it.
    ///
    /// - Parameters:
    ///   - lan: The machine's IP address in that network.
    ///   - providerHost: Another name of the machine in that network, for the development providers. Sites differ by
    ///     host and not by port, so only with such a name are the providers another site.
    package init(
        lan: String, providerHost: String? = nil, port: Int, providerPort: Int
    ) throws(ConfigurationError) {
        guard IPNetwork.isAddress(lan), !Self.notOfANetwork.contains(where: { $0.contains(lan) }) else {
            throw ConfigurationError(
                "--lan-address", "'\(lan)' is no address of this machine in a network, such as 192.168.1.20")
        }
        let providers = providerHost ?? lan
        guard IPNetwork.isAddress(providers) || Self.isName(providers) else {
            throw ConfigurationError("--provider-host", "'\(providers)' is no host name, such as my-mac.local")
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

    /// The development providers at these addresses. The server asks them on loopback, whatever browsers call them.
    package func standIns(_ role: StandIns.Role) -> StandIns {
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
