import Crypto
import Foundation
import SesameTokens
import Testing

@testable import SesameAccounts

@Suite struct VerifiedTokenCacheTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private func digest(_ number: Int) -> SHA256Digest {
        SHA256.hash(data: Array("token \(number)".utf8))
    }

    private func claims(_ number: Int) -> AccessTokenClaims {
        AccessTokenClaims(
            issuer: "https://sesame.test", audience: "couple", subject: "account\(number)", sessionID: "session",
            tokenID: "token\(number)", generation: 0, issuedAt: Self.time, expiresAt: Self.time,
            authenticatedAt: Self.time)
    }

    @Test func `the cache returns the verified claims of a token`() {
        let tokens = VerifiedTokenCache()
        #expect(tokens.claims(of: digest(1), revision: 1) == nil)
        tokens.remember(claims(1), of: digest(1), revision: 1)
        #expect(tokens.claims(of: digest(1), revision: 1) == claims(1))
        #expect(tokens.claims(of: digest(2), revision: 1) == nil)
    }

    @Test func `new keys clear the cache, and results of old keys are ignored`() {
        let tokens = VerifiedTokenCache()
        tokens.remember(claims(1), of: digest(1), revision: 1)
        #expect(tokens.claims(of: digest(1), revision: 2) == nil)
        tokens.remember(claims(2), of: digest(2), revision: 2)
        tokens.remember(claims(3), of: digest(3), revision: 1)
        #expect(tokens.claims(of: digest(1), revision: 2) == nil)
        #expect(tokens.claims(of: digest(2), revision: 2) == claims(2))
        #expect(tokens.claims(of: digest(3), revision: 2) == nil)
    }

    @Test func `the cache is bounded and retains entries that are in use`() {
        let tokens = VerifiedTokenCache(generation: 10)
        for number in 0..<100 {
            tokens.remember(claims(number), of: digest(number), revision: 1)
            #expect(tokens.claims(of: digest(0), revision: 1) == claims(0))
        }
        let remembered = (0..<100).filter { tokens.claims(of: digest($0), revision: 1) != nil }
        #expect((10...20).contains(remembered.count))
    }
}
