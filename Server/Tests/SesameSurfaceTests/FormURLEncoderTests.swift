import SesameAccounts
import SesameCore
import SesameHTTP
import Testing

@testable import SesameSurface

struct FormURLEncoderTests {
    @Test func `any value is unchanged after encoding and decoding`() throws {
        let value = "a b&c=d+%20/?#\"<é\u{1F468}~-._"
        let text = FormURLEncoder.encode(["first": value, "none": nil, "last": ""])
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
        let read = try QueryParameters(formEncoded: Array(text.utf8))
        #expect(read["first"] == value && read["last"] == "" && read["none"] == nil)
    }

    @Test func `a space is encoded as %20, as Apple reads it`() {
        #expect(FormURLEncoder.encode(["scope": "name email"]) == "scope=name%20email")
    }

    @Test(arguments: [
        ("https://a.example/", "https://a.example/?code=1"),
        ("https://a.example/?b=c", "https://a.example/?b=c&code=1"),
    ])
    func `adding parameters to a URL preserves its query`(address: String, expected: String) {
        #expect(FormURLEncoder.address(address, ["code": "1"]) == expected)
        #expect(FormURLEncoder.address(address, ["code": nil]) == address)
    }
}
