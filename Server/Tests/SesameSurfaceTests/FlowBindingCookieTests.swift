import NIOHTTP1
import SesameCore
import SesameHTTP
import Testing

@testable import SesameSurface

struct FlowBindingCookieTests {
    private static let own = String(repeating: "A", count: 43)
    private static let other = String(repeating: "B", count: 42) + "A"

    private func value(_ fields: [String], publicURL: String = "https://sign-in.example.com") throws -> String? {
        var headers = HTTPHeaders()
        for field in fields { headers.add(name: "Cookie", value: field) }
        let request = try HTTPRequest(method: .GET, target: "/", headers: headers)
        return FlowBindingCookie(publicURL: publicURL).value(in: request)?.exposed
    }

    @Test func `over HTTPS the cookie has the __Host- prefix and is Secure`() {
        #expect(
            FlowBindingCookie(publicURL: "https://sign-in.example.com").field(Secret(Self.own))
                == "__Host-sesame_browser=\(Self.own); Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(
            FlowBindingCookie(publicURL: "http://127.0.0.1:8080").field(Secret(Self.own))
                == "sesame_browser=\(Self.own); Path=/; HttpOnly; SameSite=Lax")
    }

    @Test func `the value is found among other cookies`() throws {
        #expect(try value(["a=b; __Host-sesame_browser=\(Self.own); c=d"]) == Self.own)
        #expect(try value(["a=b", "__Host-sesame_browser=\(Self.own)"]) == Self.own)
        #expect(try value(["sesame_browser=\(Self.own)"], publicURL: "http://127.0.0.1:8080") == Self.own)
        // Swift sees one character here; every other parser sees two.
        #expect(try value(["__Host-sesame_browser=\(Self.own);\u{301}=a"]) == Self.own)
    }

    @Test(arguments: [
        [], [""], ["a=b"], ["sesame_browser=\(own)"], ["__Host-sesame_browser="], ["__Host-sesame_browser=short"],
        ["__Host-sesame_browser=\(own); __Host-sesame_browser=\(other)"],
        ["__Host-sesame_browser=\(own)", "__Host-sesame_browser=\(other)"], ["__Host-sesame_browserX=\(own)"],
        ["__Host-sesame_browser=\(own)="],
        // The Greek question mark, which Swift compares as equal to the semicolon.
        ["a=b\u{37E}__Host-sesame_browser=\(own)"],
    ])
    func `a foreign, malformed or repeated cookie has no value`(fields: [String]) throws {
        #expect(try value(fields) == nil)
    }
}
