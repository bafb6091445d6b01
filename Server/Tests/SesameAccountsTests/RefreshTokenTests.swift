import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct RefreshTokenTests {
    private let key = try? MasterKey((0..<32).map { UInt8($0 * 7) }).key(for: .refreshTokens)
    private let other = try? MasterKey((0..<32).map { UInt8($0 * 5) }).key(for: .refreshTokens)
    private let token = RefreshToken(session: SessionID("0123456789abcdefghjkmnpqrs"), generation: 70_000)

    @Test func `a token can be read only with its key`() throws {
        let text = token.text(key: try #require(key))
        #expect(RefreshToken(text, key: try #require(key)) == token)
        #expect(RefreshToken(text, key: try #require(other)) == nil)
    }

    @Test func `every generation has exactly one token`() throws {
        let key = try #require(key)
        #expect(token.text(key: key) == token.text(key: key))
        let next = RefreshToken(session: token.session, generation: token.generation + 1)
        #expect(next.text(key: key) != token.text(key: key))
    }

    @Test func `a token with any changed byte is rejected`() throws {
        let key = try #require(key)
        let bytes = try #require(Base64URL.decode(Array(token.text(key: key).exposed.utf8.dropFirst(3))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(RefreshToken(Secret("rt_" + Base64URL.encode(changed)), key: key) == nil, "byte \(index)")
        }
    }

    @Test(arguments: ["", "rt_", "rt_AA", "xx_AA", "rt_%%%", "rt_AA=="])
    func `a malformed token is rejected`(text: String) throws {
        #expect(RefreshToken(Secret(text), key: try #require(key)) == nil)
    }
}
