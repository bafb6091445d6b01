import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct FirebaseAdminAccessTests {
    private let key = try? MasterKey((0..<32).map { UInt8($0 * 7) }).key(for: .firebaseAccess)
    private let access = FirebaseAdminAccess(email: "backend@example.com", apps: ["shop"], expiresAt: 1_800_003_600)
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `an access token is read only with its key and until it expires`() throws {
        let key = try #require(key)
        let text = access.text(key: key)
        let read = try #require(FirebaseAdminAccess(text, key: key, at: now))
        #expect(read.email == access.email)
        #expect(read.apps == access.apps)
        #expect(FirebaseAdminAccess(text, key: key, at: now.addingTimeInterval(3_599)) != nil)
        #expect(FirebaseAdminAccess(text, key: key, at: now.addingTimeInterval(3_600)) == nil)
        let other = try MasterKey((0..<32).map { UInt8($0 * 5) }).key(for: .firebaseAccess)
        #expect(FirebaseAdminAccess(text, key: other, at: now) == nil)
    }

    @Test func `a token with any changed byte is rejected`() throws {
        let key = try #require(key)
        let bytes = try #require(Base64URL.decode(Array(access.text(key: key).exposed.utf8.dropFirst(3))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(
                FirebaseAdminAccess(Secret("fa_" + Base64URL.encode(changed)), key: key, at: now) == nil, "\(index)")
        }
    }
}
