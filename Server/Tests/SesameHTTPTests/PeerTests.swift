import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `Peers` {
    @Test(arguments: [
        ("", "127.0.0.1 true http"),
        // An untrusted proxy's fields are ignored, but show that the client is not on this machine.
        ("X-Forwarded-For: 8.8.8.8\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1 false http"),
        ("Forwarded: for=127.0.0.1\r\n", "127.0.0.1 false http"),
    ])
    func `forwarding headers from an untrusted peer do not change the client address`(fields: String, expected: String)
        async throws
    {
        #expect(try await answer(fields, trusted: []) == expected)
        #expect(try await answer(fields, trusted: ["10.0.0.0/8"]) == expected)
    }

    @Test(arguments: [
        ("", "127.0.0.1 true http"), ("X-Forwarded-For: 8.8.8.8\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 8.8.8.8\r\nX-Forwarded-Proto: https\r\n", "8.8.8.8 false https"),
        ("X-Forwarded-For: 1.1.1.1, 8.8.8.8\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 127.0.0.1, 8.8.8.8, 10.1.2.3\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 8.8.8.8\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 2001:DB8::1\r\n", "2001:db8::1 false http"),
        ("X-Forwarded-For: ::ffff:8.8.8.8\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 8.8.8.8, nonsense\r\n", "127.0.0.1 false http"),
        ("X-Forwarded-For: 8.8.8.8:99\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: [::ffff:8.8.8.8]:99\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: [2001:db8::1]\r\n", "2001:db8::1 false http"),
        ("X-Forwarded-For: 1.1.1.1, 8.8.8.8:99, 10.1.2.3:80\r\n", "8.8.8.8 false http"),
        ("X-Forwarded-For: 8.8.8.8:port\r\n", "127.0.0.1 false http"),
        ("X-Forwarded-For: unknown\r\n", "127.0.0.1 false http"),
        ("Forwarded: for=8.8.8.8\r\n", "127.0.0.1 false http"),
        ("X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n", "127.0.0.1 true http"),
    ])
    func `a trusted proxy names the client by X-Forwarded-For`(fields: String, expected: String) async throws {
        #expect(try await answer(fields, trusted: ["127.0.0.1", "10.0.0.0/8"]) == expected)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("172.16.0.0/12", "172.31.0.1", true), ("172.16.0.0/12", "172.32.0.1", false),
        ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "2001:db8::1", false), ("fd00::/8", "fd12::1", true),
        ("fd00::/8", "fe00::1", false), ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("::/0", "1.2.3.4", true),
        ("2001:db8::/64", "2001:db8::ff", true), ("2001:db8::/64", "2001:db8:0:1::", false),
        ("2001:db8::/65", "2001:db8::8000:0:0:0", false), ("2001:db8::1", "2001:db8::1", true),
        ("2001:db8::1", "2001:db8::2", false),
    ])
    func `a network contains its own addresses and no others`(network: String, address: String, isIn: Bool) throws {
        let network = try #require(IPNetwork(network))
        #expect(network.contains(try #require(IPAddress(address))) == isIn)
        #expect(network.contains(try #require(AddressBits(address))) == isIn)
    }

    @Test func `an IPv4 address equals its IPv4-mapped IPv6 form`() throws {
        let bits = try #require(AddressBits("192.0.2.1"))
        #expect(bits.isIPv4 && bits == AddressBits("::ffff:192.0.2.1") && bits.low == 0xffff_c000_0201)
        let six = try #require(AddressBits("2001:db8::1"))
        #expect(!six.isIPv4 && six.high == 0x2001_0db8_0000_0000 && six.low == 1)
        #expect(PeerAddress(ip: "2001:db8::1", isLoopback: false).bits == six)
        #expect(PeerAddress(ip: "", isLoopback: false).bits == AddressBits(high: 0, low: 0))
        #expect(AddressBits("192.0.2.1:80") == nil)
    }

    @Test(arguments: [
        "192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201", "0:0:0:0:0:FFFF:C000:0201", "::192.0.2.1", "::c000:201",
        "64:ff9b::192.0.2.1", "64:ff9b::c000:201",
    ])
    func `every spelling of an IPv4 address counts as one sender`(text: String) {
        #expect(AddressBits(text) == AddressBits(high: 0, low: 0xffff_c000_0201))
        #expect(PeerAddress(ip: text, isLoopback: false).network == "192.0.2.0/24")
    }

    @Test(arguments: [
        "::1", "::", "::ffff", "2002:c000:201::1", "2001:0:c000:201::1", "64:ff9b:1::c000:201", "64:ff9b::1:c000:201",
        "::1:ffff:c000:201", "fe80::c000:201",
    ])
    func `an IPv6 address that only looks like IPv4 remains IPv6`(text: String) throws {
        #expect(try #require(AddressBits(text)).isIPv4 == false)
    }

    @Test func `an IPv4 address embedded in IPv6 is neither trusted nor loopback`() async throws {
        let trusted = ["127.0.0.1", "10.0.0.0/8"]
        for address in ["::10.1.2.3", "64:ff9b::10.1.2.3"] {
            let peer = try await answer("X-Forwarded-For: 8.8.8.8, \(address)\r\n", trusted: trusted)
            #expect(peer != "8.8.8.8 false http")
        }
        #expect(try await answer("X-Forwarded-For: ::127.0.0.1\r\n", trusted: trusted) == "::127.0.0.1 false http")
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0/8", "10.0.0.0/8/8"])
    func `an invalid network is rejected`(text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test(arguments: [
        ("", "127.0.0.1 true http"), ("Forwarded: for=8.8.8.8\r\n", "8.8.8.8 false http"),
        ("Forwarded: for=8.8.8.8;proto=https\r\n", "8.8.8.8 false https"),
        ("Forwarded: Proto=HTTPS;by=_x;FOR=8.8.8.8;host=a\r\n", "8.8.8.8 false https"),
        ("Forwarded: for=1.1.1.1;proto=https, for=8.8.8.8\r\n", "8.8.8.8 false http"),
        // The scheme comes from the client's request, not from the last proxy's.
        ("Forwarded: for=8.8.8.8;proto=https, for=10.1.2.3;proto=http\r\n", "8.8.8.8 false https"),
        ("Forwarded: for=1.1.1.1\r\nForwarded: for=8.8.8.8\r\n", "8.8.8.8 false http"),
        ("Forwarded: for=\"[2001:DB8::1]:4711\"\r\n", "2001:db8::1 false http"),
        ("Forwarded: for=\"8.8.8.8:80\"\r\n", "8.8.8.8 false http"),
        ("Forwarded: for=1.1.1.1, for=unknown\r\n", "127.0.0.1 false http"),
        ("Forwarded: for=1.1.1.1, for=_hidden;proto=https\r\n", "127.0.0.1 false https"),
        ("Forwarded: for=1.1.1.1, proto=https\r\n", "127.0.0.1 false https"),
        ("Forwarded: for=10.1.2.3\r\n", "127.0.0.1 true http"),
        // An open quotation mark from the client does not hide the fields that the proxy adds.
        ("Forwarded: for=\"1.1.1.1, for=8.8.8.8\r\n", "127.0.0.1 false http"),
        ("Forwarded: for=\"1.1.1.1\r\nForwarded: for=8.8.8.8\r\n", "8.8.8.8 false http"),
        // The other fields come from the client itself.
        ("X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1 false http"),
        ("X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-Proto: https\r\nForwarded: for=8.8.8.8\r\n", "8.8.8.8 false http"),
    ])
    func `a trusted proxy names the client by Forwarded`(fields: String, expected: String) async throws {
        #expect(try await answer(fields, trusted: ["127.0.0.1", "10.0.0.0/8"], field: .forwarded) == expected)
    }

    @Test func `Forwarded is ignored where proxies write X-Forwarded-For, and from an untrusted peer`()
        async throws
    {
        let both = "X-Forwarded-For: 8.8.8.8\r\nForwarded: for=1.1.1.1;proto=https\r\n"
        #expect(try await answer(both, trusted: ["127.0.0.1"]) == "8.8.8.8 false http")
        #expect(try await answer(both, trusted: [], field: .forwarded) == "127.0.0.1 false http")
    }

    private func answer(
        _ fields: String, trusted: [String], field: ForwardingField = .xForwarded
    ) async throws -> String {
        var answer = ""
        try await withServer(trustedProxies: trusted.compactMap { IPNetwork($0) }, forwardingField: field) { port, _ in
            let client = try await RawClient.connect(port: port)
            try await client.send("GET /peer HTTP/1.1\r\nHost: x\r\n\(fields)Connection: close\r\n\r\n")
            let text = await client.rest()
            answer = text.split(separator: "\r\n\r\n").last.map { String($0) } ?? ""
        }
        return answer
    }
}
