import SesameHTTP
import Testing

struct PeerNetworkTests {
    @Test(arguments: [
        ("203.0.113.77", "203.0.113.0/24"), ("127.0.0.1", "127.0.0.0/24"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("::1", "::/48"), ("", nil), ("somewhere", nil),
    ])
    func `a peer's network is 24 bits of IPv4 or 48 bits of IPv6`(ip: String, network: String?) {
        #expect(PeerAddress(ip: ip, isLoopback: false).network == network)
    }
}
