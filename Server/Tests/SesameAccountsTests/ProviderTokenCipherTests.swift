import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct ProviderTokenCipherTests {
    private let cipher: ProviderTokenCipher
    private let app: AppID

    init() throws {
        cipher = ProviderTokenCipher(key: try MasterKey.test().key(for: .providerTokens))
        app = try #require(AppID("couple"))
    }

    private func sealed(
        _ text: String = "r0123.0.abcd.XYZ", subject: String = "subject", clientID: String = "client"
    ) throws -> SealedProviderToken {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let identity = VerifiedIdentity(
            provider: "apple", subject: subject, clientID: clientID, issuedAt: now, expiresAt: now,
            carriesNonce: true, tokenDigest: [])
        return try cipher.seal(
            Secret(text), for: FilteredIdentity(identity, from: .apple, to: App(id: app)), from: .apple, to: app)
    }

    @Test func `a sealed token can be opened and contains no plain text`() throws {
        let token = try sealed()
        #expect(try cipher.open(token) == Secret("r0123.0.abcd.XYZ"))
        #expect(!String(decoding: token.sealed, as: UTF8.self).contains("abcd"))
        #expect(try sealed().sealed != token.sealed)
    }

    @Test func `a sealed token opens only in its own row`() throws {
        let token = try sealed()
        let two = try #require(AppID("prysm"))
        func moved(
            _ app: AppID? = nil, _ provider: Provider = .apple, _ subject: String = "subject",
            _ clientID: String = "client"
        ) -> SealedProviderToken {
            SealedProviderToken(
                app: app ?? token.app, provider: provider, subject: subject, clientID: clientID, sealed: token.sealed)
        }
        #expect(try cipher.open(moved()) == Secret("r0123.0.abcd.XYZ"))
        for other in [
            moved(two), moved(nil, .google), moved(nil, .apple, "other"), moved(nil, .apple, "subject", "other"),
            moved(nil, .apple, "subjectc", "lient"), moved(nil, .apple, "subjec", "tclient"),
        ] {
            #expect(throws: StorageError.self) { try cipher.open(other) }
        }
    }

    @Test func `a token does not open if the boundary between subject and client id shifts`() throws {
        let gap = "\u{0}\u{0}\u{0}\u{0}"
        let token = try sealed(subject: "s", clientID: "x\(gap)y")
        let shifted = SealedProviderToken(
            app: app, provider: .apple, subject: "s\(gap)x", clientID: "y", sealed: token.sealed)
        #expect(throws: StorageError.self) { try cipher.open(shifted) }
    }

    @Test func `a changed token, or a token under another key, does not open`() throws {
        let token = try sealed()
        for index in [0, 1, 13, token.sealed.count - 1] {
            var changed = token.sealed
            changed[index] ^= 1
            let other = SealedProviderToken(
                app: token.app, provider: token.provider, subject: token.subject, clientID: token.clientID,
                sealed: changed)
            #expect(throws: StorageError.self) { try cipher.open(other) }
        }
        for key in [try MasterKey.test(11).key(for: .providerTokens), try MasterKey.test().key(for: .flows)] {
            #expect(throws: StorageError.self) { try ProviderTokenCipher(key: key).open(token) }
        }
        let empty = SealedProviderToken(app: app, provider: .apple, subject: "s", clientID: "c", sealed: [])
        #expect(throws: StorageError.self) { try cipher.open(empty) }
    }
}
