import SesameAccounts
import Testing

@testable import SesameWebSurface

struct AppleUserTests {
    @Test(arguments: [
        (#"{"name":{"firstName":"Test","lastName":"User 1"},"email":"x@example.com"}"#, "Test"),
        (#"{"name":{"firstName":"Test"}}"#, "Test"), (#"{"name":"Test"}"#, nil), ("{}", nil), ("[1]", nil),
        ("not JSON", nil), (#"{"name":{"firstName":7}}"#, nil), (#"{"name":{"firstName":"\u0000"}}"#, nil),
    ])
    func `of what Apple sends beside the code the name is taken`(text: String, given: String?) {
        #expect(UnverifiedName(appleUser: text)?.given == given)
    }
}
