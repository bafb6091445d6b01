import Testing

@testable import SesameAccounts

struct MasterKeyTests {
    @Test func `a short key is rejected`() {
        #expect(throws: MasterKeyError.tooShort) { try MasterKey((0..<31).map { UInt8($0) }) }
    }

    @Test(arguments: [[UInt8](repeating: 0, count: 64), Array("changemechangemechangemechangeme".utf8)])
    func `a key that is not random is rejected`(bytes: [UInt8]) {
        #expect(throws: MasterKeyError.sample) { try MasterKey(bytes) }
    }

    @Test func `keys of different purposes differ`() throws {
        let master = try MasterKey((0..<32).map { UInt8($0 * 3) })
        let message: [UInt8] = [1, 2, 3]
        let codes = [MasterKey.Purpose.refreshTokens, .sealing, .tombstones].map {
            master.key(for: $0).code(for: message)
        }
        #expect(Set(codes).count == 3)
    }
}
