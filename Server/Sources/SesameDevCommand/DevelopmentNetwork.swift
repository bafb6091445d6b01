import SesameDevelopment
import SesameTerminal

/// The addresses of `sesame dev`, and the instructions printed for its user.
struct DevelopmentNetwork {
    let addresses: DevelopmentAddresses
    /// The instructions printed at startup; empty if the server is reachable from this machine only.
    let introduction: [String]

    /// Creates the addresses for this machine only.
    init(port: Int, providerPort: Int) {
        addresses = DevelopmentAddresses(port: port, providerPort: providerPort)
        introduction = []
    }

    /// Creates the addresses for a local network: the given address, or else the most likely one of this machine.
    /// Throws if no address is given and this machine has none in a local network.
    init(lan given: String?, providerHost: String?, port: Int, providerPort: Int) throws {
        let all = LocalAddress.all()
        let reachable = LocalAddress.reachable(of: all)
        guard let address = given ?? reachable.first?.ip else { throw Self.unreachable(all) }
        addresses = try DevelopmentAddresses(
            lan: address, providerHost: providerHost, port: port, providerPort: providerPort)
        var lines = ["on a phone in this network, open \(addresses.publicURL)"]
        if given == nil {
            lines += reachable.dropFirst().map { other in
                "  if the phone is in the network of \(other.interface), start with --lan-address \(other.ip)"
            }
        }
        if addresses.isOneSite {
            lines.append(
                "  for a browser, server and providers are one site there, unlike in production; see --provider-host")
        }
        lines.append("anyone in this network can sign in as any user: use only a network that you trust")
        introduction = lines
    }

    private static func unreachable(_ all: [LocalAddress]) -> CommandFailure {
        guard !all.isEmpty else {
            return CommandFailure(
                "This machine is not connected to a network. Join the phone's network, and start again.")
        }
        let list = all.map { "\($0.ip) (\($0.interface))" }.joined(separator: ", ")
        return CommandFailure(
            """
            No address of this machine looks like one of a local network. It has \(list): if a phone can reach one of \
            them, name it with --lan-address; otherwise join the phone's network.
            """)
    }
}
