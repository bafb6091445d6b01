import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import Testing

@testable import SesameAppwriteSurface

struct AppwriteResponseTests {
    @Test func `a body that is too large returns a general 400 error`() {
        let problem = AppwriteError(HTTPError.payloadTooLarge)
        #expect(problem.status == .badRequest && problem.type == "general_argument_invalid")
    }

    @Test(arguments: [
        ("203.0.113.0/24", "203.0.113.0"), ("2001:db8:1::/48", "2001:db8:1::"), (nil, ""),
    ])
    func `a log entry states the first IP address of its network`(network: String?, text: String) {
        let event = SecurityEvent(
            kind: .signedIn, app: nil, account: nil, session: nil, at: Date(timeIntervalSince1970: 0), requestID: "r",
            network: network)
        #expect(event.appwriteJSON(IdentityClaims())["ip"]?.string == text)
    }

    private func request(from origin: String, _ method: HTTPMethod = .POST) throws -> HTTPRequest {
        try HTTPRequest(
            method: method, target: "/v1/account",
            headers: ["Host": "sign-in.example.com", "Origin": origin])
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://localhost:5173", true), ("http://127.0.0.1:3000", true),
        ("http://localhost.evil.example", false), ("http://localhost:", false), ("https://www.example.com", false),
        ("https://evil.example", false), ("null", false),
    ])
    func `an unlisted loopback page may call only a server on this machine`(origin: String, isLetIn: Bool) throws {
        let listed = ["https://www.example.com"]
        let own = AppwriteOrigin(listed: [], readers: [], publicURL: "http://127.0.0.1:8080")
        #expect(own.allows(try request(from: origin)) == isLetIn)
        let other = AppwriteOrigin(listed: listed, readers: [], publicURL: "http://127.0.0.1:8080")
        #expect(other.allows(try request(from: origin)) == listed.contains(origin))
        let real = AppwriteOrigin(listed: listed, readers: [], publicURL: "https://sign-in.example.com")
        #expect(real.allows(try request(from: origin)) == listed.contains(origin))
        #expect(real.allows(try request(from: origin, .GET)))
    }

    @Test(arguments: [
        ("http://localhost/verification", true), ("http://localhost", true), ("http://localhost:5173/a?b=c", true),
        ("http://localhost?a=b", true), ("http://localhost.evil.example/", false),
        ("http://localhost@evil.example/", false), ("localhost/verification", false),
        ("https://www.example.com/code", false), ("https://www.example.com.evil/", false),
        ("https://www.example.com:8443/", false), ("javascript:alert(1)", false),
    ])
    func `only a server on this machine allows links to loopback pages`(
        address: String, isLetIn: Bool
    ) throws {
        let app = App(id: try #require(AppID("shop")))
        let listed = ["https://www.example.com"]
        func rule(_ publicURL: String, _ listed: [String]) -> AppwriteRedirectRule {
            AppwriteRedirectRule(
                app: app, project: "shop", trusted: AppwriteOrigin(listed: listed, readers: [], publicURL: publicURL))
        }
        #expect(rule("http://localhost:8080", []).allows(address) == isLetIn)
        #expect(
            rule("https://sign-in.example.com", listed).allows(address)
                == address.hasPrefix("https://www.example.com/"))
        #expect(rule("https://sign-in.example.com", listed).allows("https://sign-in.example.com/apps/shop"))
    }
}
