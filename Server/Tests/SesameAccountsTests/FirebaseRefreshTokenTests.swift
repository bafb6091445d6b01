import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct FirebaseRefreshTokenTests {
    private let key = try? MasterKey((0..<32).map { UInt8($0 * 7) }).key(for: .firebaseRefreshTokens)
    private let other = try? MasterKey((0..<32).map { UInt8($0 * 7) }).key(for: .refreshTokens)
    private let token = FirebaseRefreshToken(
        session: SessionID("0123456789abcdefghjkmnpqrs"), claims: ["role": "editor"])

    @Test(arguments: [[:], ["role": "editor", "levels": [1, 2]]] as [JSONObject])
    func `a refresh token and its claims are read only with its key`(claims: JSONObject) throws {
        let token = FirebaseRefreshToken(session: token.session, claims: claims)
        let text = token.text(key: try #require(key))
        #expect(FirebaseRefreshToken(text, key: try #require(key)) == token)
        #expect(FirebaseRefreshToken(text, key: try #require(other)) == nil)
    }

    @Test func `a token with any changed byte is rejected`() throws {
        let key = try #require(key)
        let bytes = try #require(Base64URL.decode(Array(token.text(key: key).exposed.utf8.dropFirst(3))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(FirebaseRefreshToken(Secret("fb_" + Base64URL.encode(changed)), key: key) == nil, "byte \(index)")
        }
    }

    @Test(arguments: ["", "fb_", "fb_AA", "rt_AA", "fb_%%%", "fb_AA=="])
    func `a malformed token is rejected`(text: String) throws {
        #expect(FirebaseRefreshToken(Secret(text), key: try #require(key)) == nil)
    }

    @Test func `Firebase refresh tokens and Sesame refresh tokens are not interchangeable`() throws {
        let key = try #require(key)
        #expect(RefreshToken(token.text(key: key), key: key) == nil)
        #expect(
            FirebaseRefreshToken(RefreshToken(session: token.session, generation: 0).text(key: key), key: key) == nil)
    }
}
