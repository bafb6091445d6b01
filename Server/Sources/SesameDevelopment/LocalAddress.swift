import NIOCore
import SesameHTTP

/// An IPv4 address of this machine.
package struct LocalAddress: Sendable, Hashable {
    /// The network interface's name, such as `en0`.
    package let interface: String
    /// The IPv4 address in dotted form.
    package let ip: String

    package init(interface: String, ip: String) {
        self.interface = interface
        self.ip = ip
    }

    /// Returns all IPv4 addresses of this machine except loopback and point-to-point addresses.
    package static func all() -> [LocalAddress] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { device in
            guard device.pointToPointDestinationAddress == nil, case .v4 = device.address,
                let ip = device.address?.ipAddress, !loopback.contains(where: { $0.contains(ip) })
            else { return nil }
            return LocalAddress(interface: device.name, ip: ip)
        }
    }

    /// Returns the addresses at which a phone in the same network can probably reach this machine, most likely first.
    ///
    /// Only private addresses (RFC 1918) are included, so that no service is exposed to the internet by default.
    /// Networks of containers, virtual machines and tunnels are excluded, because they contain no phones.
    package static func reachable(of addresses: [LocalAddress]) -> [LocalAddress] {
        let candidates = addresses.filter { $0.isPrivate && !$0.isVirtual }
        return candidates.filter(\.isUsual) + candidates.filter { !$0.isUsual }
    }

    private var isPrivate: Bool { Self.privateNetworks.contains { $0.contains(ip) } }
    private var isVirtual: Bool { Self.virtualInterfaces.contains(where: interface.hasPrefix) }
    private var isUsual: Bool { Self.usualInterfaces.contains(where: interface.hasPrefix) }

    private static let loopback = [IPNetwork("127.0.0.0/8")].compactMap(\.self)
    private static let privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"].compactMap { IPNetwork($0) }
    /// The name prefixes of Ethernet and wireless interfaces on Linux and macOS.
    private static let usualInterfaces = ["en", "eth", "wl"]
    private static let virtualInterfaces = [
        "docker", "br-", "bridge", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "flannel",
        "utun", "tun", "tap", "wg", "zt", "tailscale", "awdl", "llw",
    ]
}
