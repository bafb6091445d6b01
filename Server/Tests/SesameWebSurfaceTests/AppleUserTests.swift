import SesameAccounts
import Testing

@testable import SesameWebSurface

struct AppleUserTests {
    @Test(arguments: [
        (#"{"name":{"firstName":"Test","lastName":"User 1"},"email":"x@example.com"}"#, "Test"),
        (#"{"name":{"firstName":"Test"}}"#, "Test"), (#"{"name":"Test"}"#, nil), ("{}", nil), ("[1]", nil),
        ("not JSON", nil), (#"{"name":{"firstName":7}}"#, nil), (#"{"name":{"firstName":"\u0000"}}"#, nil),
    ])
    func `a valid given name is read from Apple's user parameter`(text: String, given: String?) {
        #expect(UnverifiedName(appleUser: text)?.given == given)
    }
}
