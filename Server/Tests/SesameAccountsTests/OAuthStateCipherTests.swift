import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct OAuthStateCipherTests {
    private let states: OAuthStateCipher
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let id = [UInt8](0..<16)

    init() throws {
        states = OAuthStateCipher(key: try MasterKey.test().key(for: .flowStates))
    }

    private func flow(_ purpose: FlowPurpose = .page(role: "ACTEUR"), language: String? = "fr") throws -> BrowserFlow {
        BrowserFlow(
            app: try #require(AppID("couple")), provider: .google, purpose: purpose, language: language,
            browser: Data([1, 2]), expiresAt: now.addingTimeInterval(600), nonce: Secret("the nonce"),
            verifier: Secret("the verifier"))
    }

    @Test func `a state returns the values of its flow until it expires`() throws {
        let state = try #require(states.seal(try flow(), random: id))
        let opened = try #require(states.open(state, at: now.addingTimeInterval(599.999)))
        #expect(opened.app?.description == "couple" && opened.provider == .google && opened.language == "fr")
        #expect(opened.purpose == .page(role: "ACTEUR") && opened.browser == Data([1, 2]))
        #expect(opened.nonce == Secret("the nonce") && opened.verifier == Secret("the verifier"))
        #expect(states.open(state, at: now.addingTimeInterval(600)) == nil)
    }

    @Test func `a state that is changed, malformed or sealed with another key is rejected`() throws {
        let state = try #require(states.seal(try flow(), random: id))
        let other = OAuthStateCipher(key: try MasterKey.test(11).key(for: .flowStates))
        #expect(other.open(state, at: now) == nil)
        let bytes = try #require(Base64URL.decode(state.exposed))
        for index in [0, 15, 16, 28, bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[index] ^= 1
            #expect(states.open(Secret(Base64URL.encode(changed)), at: now) == nil)
        }
        for text in ["", "x", "AAAA", String(repeating: "A", count: 200), state.exposed + "=", state.exposed + "A"] {
            #expect(states.open(Secret(text), at: now) == nil)
        }
    }

    @Test func `a state contains no plain text, and a printed flow contains no secrets`() throws {
        let state = try #require(states.seal(try flow(), random: id))
        let bytes = try #require(Base64URL.decode(state.exposed))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("couple"))
        #expect(!String(reflecting: try flow()).contains("the "))
    }

    @Test func `the state of the longest request still fits into a URL`() throws {
        let client = ClientRequest(
            redirectURI: "https://" + String(repeating: "a", count: 1_992),
            state: String(repeating: "\"", count: 1_000),
            challenge: CodeChallenge(of: Secret(String(repeating: "v", count: 43))), role: "ACTEUR")
        let state = try #require(states.seal(try flow(.client(client)), random: id))
        #expect(state.exposed.utf8.count < 7_000)
        #expect(states.open(state, at: now)?.purpose == .client(client))
    }
}
