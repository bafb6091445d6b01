import SesameAccounts
import Testing

@testable import SesameDevelopment
@testable import SesameOperations
@testable import SesameSurface

struct DevelopmentAddressesTests {
    @Test func `on one machine, server and providers use two host names and are separate sites`() {
        let addresses = DevelopmentAddresses(port: 8080, providerPort: 8081)
        #expect(addresses.hosts == ["127.0.0.1"])
        #expect(addresses.publicURL == "http://127.0.0.1:8080")
        #expect(addresses.providersURL == "http://localhost:8081")
        #expect(!addresses.isOneSite)
    }

    @Test func `a phone reaches server and providers at the same network address`() throws {
        let addresses = try DevelopmentAddresses(lan: "192.168.1.20", port: 8080, providerPort: 8081)
        #expect(addresses.publicURL == "http://192.168.1.20:8080")
        #expect(addresses.providersURL == "http://192.168.1.20:8081")
        #expect(addresses.isOneSite)
    }

    @Test func `the server listens only on loopback and the chosen network`() throws {
        let addresses = try DevelopmentAddresses(lan: "192.168.1.20", port: 8080, providerPort: 8081)
        #expect(addresses.hosts == ["127.0.0.1", "192.168.1.20"])
    }

    @Test(arguments: ["my-mac.local", "::ffff:192.168.1.20", "10.0.0.7"])
    func `a different provider host makes the providers a separate site`(name: String) throws {
        let addresses = try DevelopmentAddresses(
            lan: "192.168.1.20", providerHost: name, port: 8080, providerPort: 8081)
        #expect(addresses.publicURL == "http://192.168.1.20:8080")
        #expect(!addresses.isOneSite)
    }

    @Test func `an IPv6 address is written in brackets`() throws {
        let addresses = try DevelopmentAddresses(lan: "fd00::2", port: 1, providerPort: 2)
        #expect(addresses.publicURL == "http://[fd00::2]:1")
        #expect(addresses.providersURL == "http://[fd00::2]:2")
        #expect(addresses.hosts == ["127.0.0.1", "fd00::2"])
    }

    @Test func `the server reaches the providers on loopback, whatever host browsers use`() throws {
        let addresses = try DevelopmentAddresses(
            lan: "192.168.1.20", providerHost: "my-mac.local", port: 8080, providerPort: 8081)
        let google = addresses.developmentServices(.replacing).providers[.google]?.addresses
        #expect(google?.authorization == "http://my-mac.local:8081/google/o/oauth2/v2/auth")
        #expect(google?.token == "http://127.0.0.1:8081/google/token")
        #expect(
            addresses.developmentServices(.replacing).providers[.apple]?.keysURL
                == "http://127.0.0.1:8081/apple/auth/keys")
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "0.0.0.0", "::1", "::", "fe80::1", "phone", "192.168.1.0/24", ""])
    func `an invalid network address is rejected`(lan: String) {
        #expect(throws: ConfigurationError.self) {
            try DevelopmentAddresses(lan: lan, port: 8080, providerPort: 8081)
        }
    }

    @Test(arguments: ["", "a b", "a/b", "a:1", "http://a", ".local", "-a", "a@b", "é.local"])
    func `an invalid host name is rejected`(name: String) {
        #expect(throws: ConfigurationError.self) {
            try DevelopmentAddresses(lan: "192.168.1.20", providerHost: name, port: 8080, providerPort: 8081)
        }
    }
}

struct LocalAddressTests {
    private static func chosen(_ addresses: [(interface: String, ip: String)]) -> [String] {
        LocalAddress.reachable(of: addresses.map { LocalAddress(interface: $0.interface, ip: $0.ip) }).map(\.ip)
    }

    @Test(arguments: ["10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.178.20"])
    func `a private IP address is offered`(ip: String) {
        #expect(Self.chosen([("en0", ip)]) == [ip])
    }

    @Test(arguments: [
        "203.0.113.7", "172.32.0.1", "172.15.0.1", "192.169.0.1", "169.254.7.7", "100.64.0.1", "11.0.0.1",
    ])
    func `an IP address that is not private is not offered`(ip: String) {
        #expect(Self.chosen([("en0", ip)]).isEmpty)
    }

    @Test(arguments: ["docker0", "br-1a2b3c", "virbr0", "utun3", "wg0", "bridge100", "vmnet8", "tailscale0"])
    func `virtual and VPN interfaces are left out`(interface: String) {
        #expect(Self.chosen([(interface, "172.17.0.1"), ("wlan0", "192.168.1.20")]) == ["192.168.1.20"])
    }

    @Test func `the usual interfaces come first, in the system's order`() {
        let chosen = Self.chosen([
            ("usb0", "10.9.9.9"), ("wlp3s0", "192.168.1.20"), ("enp0s31f6", "10.0.0.5"),
        ])
        #expect(chosen == ["192.168.1.20", "10.0.0.5", "10.9.9.9"])
    }

    @Test func `loopback is not among this machine's addresses`() {
        #expect(LocalAddress.all().allSatisfy { !$0.ip.hasPrefix("127.") })
    }
}
