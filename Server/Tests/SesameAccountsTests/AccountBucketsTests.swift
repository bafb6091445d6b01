import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the assignment of account ids to the 4,096 buckets of a database that may be partitioned later.
struct AccountBucketsTests {
    private let buckets: AccountBuckets

    init() throws {
        buckets = AccountBuckets(key: try MasterKey.test().key(for: .accountBuckets))
    }

    /// Returns the bucket that a session's id contains: the 12 bits after the timestamp.
    private func bucket(of session: SessionID) throws -> UInt16 {
        let digits = try #require(Base32.values(of: Array(session.description.utf8)))
        let bits = digits.reduce(into: [UInt16]()) { bits, digit in
            for place in (0..<5).reversed() { bits.append(digit >> UInt16(place) & 1) }
        }
        return bits[48..<60].reduce(0) { $0 << 1 | $1 }
    }

    @Test func `an id created by the server begins with its bucket`() {
        let id = AccountID(Base32.encode([0xAB, 0xCD] + [UInt8](repeating: 7, count: 14)))
        #expect(buckets.bucket(of: id) == 0xABC)
        #expect(buckets.bucket(of: AccountID("apple_abc" + String(repeating: "0", count: 27))) == 0xABC)
        #expect(buckets.bucket(of: AccountID("google_00f" + String(repeating: "e", count: 26))) == 0x00F)
    }

    /// Compares with fixed buckets. Issued session ids contain the buckets, so a change of the key, or of its
    /// derivation, would move accounts to other buckets.
    @Test(arguments: [("1", 0x9C9), ("user-2", 0x3E9), ("01J9ZQ8Y3M4N5P6Q7R8S9T0V1W", 0x88E)] as [(String, UInt16)])
    func `the bucket of an id chosen elsewhere is a fixed value`(id: String, bucket: UInt16) {
        #expect(buckets.bucket(of: AccountID(id)) == bucket)
    }

    @Test func `sequential ids are spread evenly over the buckets`() throws {
        var counts = [Int](repeating: 0, count: 16)
        for number in 0..<25_000 {
            counts[Int(buckets.bucket(of: AccountID(String(format: "%08d", number))) >> 8)] += 1
        }
        for count in counts { #expect((1_300...1_850).contains(count), "\(count)") }
        let other = AccountBuckets(key: try MasterKey.test(9).key(for: .accountBuckets))
        let moved = (0..<100).filter { buckets.bucket(of: AccountID("\($0)")) != other.bucket(of: AccountID("\($0)")) }
        #expect(moved.count > 90)
    }

    @Test func `the bucket of a pseudonymous id comes from random bytes`() throws {
        let app = try #require(AppID("familysync"))
        let pseudonyms = try #require(PseudonymGenerator(try .test(), in: app))
        func id(_ bucket: [UInt8]) -> String {
            let seed = AccountIDEntropy(
                RuntimeEnvironment(clock: { .distantPast }, random: { [UInt8](repeating: 3, count: $0 - 2) + bucket }))
            return pseudonyms.accountID(of: "v1.a", at: .apple, seed).description
        }
        let (one, other) = (id([0xAB, 0xC0]), id([0x12, 0x30]))
        #expect(one.hasPrefix("apple_abc") && other.hasPrefix("apple_123"))
        #expect(one.dropFirst(9) == other.dropFirst(9) && one.utf8.count == AccountID.maxLength)
    }

    @Test func `a session id contains the bucket of its account and is unique`() throws {
        let environment = RuntimeEnvironment { Date(millisecondsSince1970: 1_800_000_000_123) }
        for account in [
            AccountID(environment.randomID()), AccountID("1"),
            AccountID("apple_fff" + String(repeating: "0", count: 27)),
        ] {
            let ids = (0..<3).map { _ in SessionSeed(environment, buckets).id(for: account) }
            #expect(Set(ids).count == 3)
            for id in ids {
                #expect(try bucket(of: id) == buckets.bucket(of: account))
                #expect(id.description.hasPrefix("06hhgq2gf"), "\(id)")
            }
        }
        #expect(SessionSeed(SessionID("known")).id(for: AccountID("a")) == SessionID("known"))
    }

    @Test func `sessions of guests and users carry the bucket of their account`() async throws {
        let rig = try await LifeRig()
        let context = RequestContext(requestID: "test")
        var sessions: [Session] = []
        for _ in 0..<3 {
            sessions.append(try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: context).session)
        }
        for subject in ["1", "2", "1"] {
            let nonce = rig.accounts.providers.issueNonce(for: rig.app)
            let token = try rig.apple.token(subject, nonce: Hexadecimal.encode(digest(nonce.exposed.utf8)))
            let credential = ProviderCredential(provider: .apple, idToken: token, nonce: nonce)
            sessions.append(
                try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: context).session)
        }
        for session in sessions { #expect(try bucket(of: session.id) == buckets.bucket(of: session.account)) }
        #expect(Set(sessions.map(\.id)).count == 6)
    }
}

extension SessionSeed {
    static func test(at environment: SesameAccounts.RuntimeEnvironment) throws -> SessionSeed {
        SessionSeed(environment, AccountBuckets(key: try MasterKey.test().key(for: .accountBuckets)))
    }
}
