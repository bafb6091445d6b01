import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct NonceIssuerTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let random = [UInt8](0..<16)

    private func nonces(_ seed: Int = 7) throws -> NonceIssuer {
        NonceIssuer(key: try MasterKey.test(seed).key(for: .nonces))
    }

    private func app(_ name: String) throws -> AppID { try #require(AppID(name)) }

    @Test func `a nonce is valid in its app until it expires`() throws {
        let nonces = try nonces()
        let nonce = nonces.make(for: try app("couple"), random: random, at: now)
        let last = now.addingTimeInterval(NonceIssuer.lifetime - 0.001)
        #expect(nonces.spending(nonce, for: try app("couple"), at: last) != nil)
        #expect(nonces.spending(nonce, for: try app("couple"), at: now.addingTimeInterval(NonceIssuer.lifetime)) == nil)
        #expect(nonces.spending(nonce, for: try app("prysm"), at: now) == nil)
    }

    @Test func `a nonce of a session is valid only in that session`() throws {
        let nonces = try nonces()
        let (app, one, two) = (try app("couple"), SessionID("one"), SessionID("two"))
        let bound = nonces.make(for: app, session: one, random: random, at: now)
        let unbound = nonces.make(for: app, random: random, at: now)
        #expect(nonces.spending(bound, for: app, session: one, at: now) != nil)
        #expect(nonces.spending(bound, for: app, session: two, at: now) == nil)
        #expect(nonces.spending(bound, for: app, at: now) == nil)
        #expect(nonces.spending(unbound, for: app, session: one, at: now) == nil)
    }

    @Test func `a nonce from another server or a malformed nonce is rejected`() throws {
        let nonce = try nonces(11).make(for: try app("couple"), random: random, at: now)
        for nonce in [nonce, Secret(""), Secret("nonce"), Secret(String(repeating: "A", count: 75))] {
            #expect(try nonces().spending(nonce, for: try app("couple"), at: now) == nil)
        }
    }

    @Test func `a nonce has one digest`() throws {
        let nonces = try nonces()
        let nonce = nonces.make(for: try app("couple"), random: random, at: now)
        let first = nonces.spending(nonce, for: try app("couple"), at: now)
        #expect(first == nonces.spending(nonce, for: try app("couple"), at: now.addingTimeInterval(1)))
    }
}
