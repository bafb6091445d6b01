import SesameAccounts
import Testing

struct RegisteredRedirectsTests {
    private static let web = "https://app.example.com/callback?from=sesame"
    private static let scheme = "com.example.app:/callback"
    private static let loopback = "http://127.0.0.1/listen"

    private static let strict = RegisteredRedirects(registered: [web, scheme, loopback], allowsLoopback: false)
    private static let open = RegisteredRedirects()

    @Test(arguments: [web, scheme, "http://127.0.0.1:1/listen", "http://127.0.0.1:65535/listen", loopback])
    func `a registered URI is allowed, on loopback with any port`(address: String) {
        #expect(Self.strict.allows(address))
    }

    @Test(arguments: [
        "https://app.example.com/callback", "https://app.example.com/callback?from=sesame&more=1",
        "https://app.example.com/callback?from=sesame#", "https://APP.example.com/callback?from=sesame",
        "https://app.example.com:443/callback?from=sesame", "https://app.example.com/../callback?from=sesame",
        "https://app.example.com.evil.example/callback?from=sesame", "https://evil.example/", "", "//evil.example",
        "https://app.example.com@evil.example/callback?from=sesame", "javascript:alert(1)",
        "http://127.0.0.1:80/other", "http://127.0.0.1:80/listen/", "http://127.0.0.1:80/listen?a=b",
        "http://[::1]:80/listen", "http://localhost:80/listen", "com.example.app:/callback2",
        "http://127.0.0.1:99999/listen", "http://127.0.0.1:0/listen", "http://127.0.0.1:080/listen",
        "http://127.0.0.1:/listen", "https://127.0.0.1:80/listen",
    ])
    func `any other URI is rejected`(address: String) {
        #expect(!Self.strict.allows(address))
    }

    @Test(arguments: [
        "http://127.0.0.1:49152/callback", "http://[::1]:49152/any/path", "http://127.0.0.1:1", "http://127.0.0.1:1/",
    ])
    func `an app that allows loopback accepts any path and port there`(address: String) {
        #expect(Self.open.allows(address))
        #expect(!RegisteredRedirects(allowsLoopback: false).allows(address))
    }

    @Test(arguments: [
        "http://127.0.0.1/callback", "http://127.0.0.1:1@evil.example/", "http://127.0.0.1.evil.example:1/",
        "http://127.0.0.1:1\\@evil.example/", "http://127.0.0.1:1/#fragment", "http://127.0.0.1:1/\r\nX: y",
        "http://127.0.0.1:1/ä", "http://127.0.0.2:1/", "http://2130706433:1/", "http://0x7f.1:1/", "http://[::]:1/",
        "http://[::ffff:127.0.0.1]:1/", "https://127.0.0.1:1/", "HTTP://127.0.0.1:1/",
    ])
    func `a lookalike of loopback, or loopback without a port, is rejected`(address: String) {
        #expect(!Self.open.allows(address))
    }

    @Test(arguments: [
        (web, true), (scheme, true), (loopback, true), ("http://[::1]:8080/", true), ("https://", false),
        ("http://app.example.com/", false), ("javascript:alert(1)", false), ("data:text/html,x", false),
        ("https://app.example.com/#", false), ("https://a@app.example.com/", false), ("callback", false),
    ])
    func `only complete and safe URIs can be registered`(address: String, isPossible: Bool) {
        #expect(RegisteredRedirects.isValidRedirectURI(address) == isPossible)
    }

    @Test(arguments: [
        ("https://app.example.com/next", true), ("http://localhost", true), ("http://localhost:5173/next", true),
        ("http://127.0.0.1?a=b", true), ("http://[::1]:80/", true), ("http://app.example.com/", false),
        ("http://localhost.evil.example/", false), ("http://localhost@evil.example/", false),
        ("http://127.0.0.1.evil.example/", false), ("com.example.app:/next", false), ("", false),
    ])
    func `a page is confidential only over HTTPS or on loopback`(address: String, isConfidential: Bool) {
        #expect(RegisteredRedirects.isConfidential(address) == isConfidential)
    }
}
