import NIOHTTP1
import SesameHTTP
import Testing

@testable import SesameWebSurface

struct LoopbackRedirectTests {
    private func destination(_ publicURL: String, host: String, target: String = "/apps/couple?lang=fr") throws
        -> String?
    {
        LoopbackRedirect(publicURL: publicURL)?.destination(
            of: try HTTPRequest(method: .GET, target: target, headers: ["Host": host]))
    }

    @Test(arguments: ["localhost:8080", "LOCALHOST:8080", "[::1]:8080"])
    func `a page at another name of this machine redirects to the public URL`(host: String) throws {
        #expect(
            try destination("http://127.0.0.1:8080", host: host) == "http://127.0.0.1:8080/apps/couple?lang=fr")
        #expect(
            try destination("http://192.168.1.20:8080", host: host, target: "/account")
                == "http://192.168.1.20:8080/account")
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://[::1]:8080", "[::1]:8080"),
        ("http://127.0.0.1:8080", "localhost:9000"), ("http://127.0.0.1:8080", "localhost"),
        ("http://127.0.0.1:8080", "my-mac.local:8080"), ("http://127.0.0.1:8080", "localhost.evil.example:8080"),
        ("https://sign-in.example.com", "localhost:8080"), ("https://127.0.0.1", "localhost"),
    ])
    func `a page at the public URL, at another port, on another machine or behind a proxy does not redirect`(
        publicURL: String, host: String
    ) throws {
        #expect(try destination(publicURL, host: host) == nil)
    }

    @Test func `only the GET routes of pages redirect`() async throws {
        let rig = try await WebRig()
        for path in ["/", "/apps/couple", "/account", "/register", "/authorize?client_id=couple", "/sign-in/google"] {
            let answer = try await rig.get(path, host: "localhost:8080")
            #expect(answer.status == .seeOther)
            #expect(answer.headers["Location"] == ["http://127.0.0.1:8080\(path)"])
        }
        let posted = try rig.request(.POST, "/apps/couple/guest", host: "localhost:8080")
        #expect(await rig.router.answer(posted).status == .forbidden)
    }
}
