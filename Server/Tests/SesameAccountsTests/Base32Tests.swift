import Testing

@testable import SesameAccounts

struct Base32Tests {
    @Test(arguments: [
        ([UInt8](), ""), ([0], "00"), ([255], "zw"), ([0xff, 0xff, 0xff, 0xff, 0xff], "zzzzzzzz"), ([1, 2], "0410"),
    ])
    func `bytes become letters and digits`(bytes: [UInt8], text: String) {
        #expect(Base32.encode(bytes) == text)
    }

    @Test func `an id has 26 characters`() {
        #expect(Environment().randomID().utf8.count == 26)
    }
}
