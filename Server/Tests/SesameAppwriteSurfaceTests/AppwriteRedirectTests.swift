import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameTokens
import Testing

@testable import SesameAppwriteSurface
@testable import SesameSurface

struct AppwriteRedirectTests {
    @Test func `a redirect is read from its state unchanged`() throws {
        for back in [
            AppwriteRedirect(.token, success: "https://a.example/in", failure: nil, own: "a b"),
            AppwriteRedirect(.session, success: nil, failure: "https://a.example/out", own: nil),
        ] {
            let read = try #require(AppwriteRedirect(back.state))
            #expect(read.kind == back.kind && read.success == back.success && read.failure == back.failure)
            #expect(read.own == back.own)
        }
    }

    @Test(arguments: [
        #"{"kind":"other"}"#, "{}", "[]", #"{"kind":"token","own":"\u00e9"}"#, #"{"kind":"token","own":"\n"}"#,
    ])
    func `an invalid state is rejected`(text: String) {
        #expect(AppwriteRedirect(Base64URL.encode(Array(text.utf8))) == nil)
    }

    @Test(arguments: [("", true), ("a~ b", true), ("\u{7f}", false), ("a\r\nb", false), ("é", false)])
    func `a client's own state may contain only printable ASCII`(text: String, allowed: Bool) {
        #expect(AppwriteRedirect.isOwnState(text) == allowed)
    }

    @Test func `a client's own state has at most 256 characters`() {
        #expect(AppwriteRedirect.isOwnState(String(repeating: "x", count: 256)))
        #expect(!AppwriteRedirect.isOwnState(String(repeating: "x", count: 257)))
    }

    @Test(arguments: [
        ("https://shop.example", true), ("https://shop.example/a?b=c", true), ("https://shop.example?b", true),
        ("https://sign-in.example/x", true), ("com.example.shop:/in?x=1", true), ("appwrite-callback-p://x", true),
        ("https://shop.example.evil.example/", false), ("https://shop.example:8443/", false),
        ("https://shop.example/?state=s&b[]=1", true), ("https://shop.example/?a=1&userId=x", false),
        ("https://shop.example/?s%65cret=x", false), ("https://sign-in.example/account/code/shop?code=x", false),
        ("com.example.shop:/in?error=x", false), ("https://shop.example/?a=%zz", false),
        ("http://shop.example/", false), ("https://shop.example@evil.example/", false),
        ("appwrite-callback-q://x", false), ("com.example.shop:/out", false), ("https://shop.example/#a", false),
        ("https://shop.example/\n", false), ("http://127.0.0.1:1/", false), ("", false),
        ("http://old.shop.example/", false), ("http://localhost:3000/in", true),
    ])
    func `only the app's own addresses are allowed as redirects`(address: String, allowed: Bool) throws {
        let app = App(
            id: try #require(AppID("shop")),
            redirects: RegisteredRedirects(registered: ["com.example.shop:/in"], allowsLoopback: false))
        let origin = AppwriteOrigin(
            listed: ["https://shop.example", "http://old.shop.example", "http://localhost:3000"], readers: [],
            publicURL: "https://sign-in.example")
        let rule = AppwriteRedirectRule(app: app, project: "p", trusted: origin)
        #expect(rule.allows(address) == allowed)
    }

    @Test(arguments: [
        ("https://shop.example", true), ("http://localhost:3000", true), ("http://[::1]:3000", true),
        ("https://shop.example/", false), ("https://shop.example?x", false), ("https://", false),
        ("shop.example", false),
        ("https://Shop.example", false), ("https://a@b.example", false), ("https://*.example", false), ("null", false),
    ])
    func `an origin can be listed only in the form that browsers send`(origin: String, allowed: Bool) {
        #expect(WebOrigin.canBeListed(origin) == allowed)
    }
}
