import Foundation
import Testing

@testable import SesameAccounts

struct OutgoingMessageTests {
    @Test func `a stored message is read under its stored names, and written under the same ones`() throws {
        let stored = Data(
            #"""
            {"channel":"text","to":"+33612345678","subject":"","body":"123456","language":"fr","expiresAt":1,
             "isDecoy":false}
            """#.utf8)
        let message = try JSONDecoder().decode(OutgoingMessage.self, from: stored)
        #expect(message.channel == .sms && message.recipient == "+33612345678")
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(message)) as? NSDictionary
        #expect(written == (try JSONSerialization.jsonObject(with: stored) as? NSDictionary))
    }
}
