import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of ID tokens without a server nonce, which the server accepts only for about ten minutes after their issue.
struct FreshTokenTests {
    @Test(arguments: [(590.0, true), (720, false), (3_000, false)])
    func `a token without a server nonce is accepted for about ten minutes`(age: TimeInterval, isGood: Bool)
        async throws
    {
        let rig = try await PasswordRig()
        for vendorNonce in [nil, Secret("the client's own")] {
            let token = try rig.apple.token("1", nonce: vendorNonce.map { Nonce($0).sha256Hex })
            let credential = ProviderCredential(provider: .apple, idToken: token, vendorNonce: vendorNonce)
            rig.storage.clock.advance(by: age)
            let refused = try await rig.code {
                _ = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
            }
            #expect(refused == (isGood ? nil : .invalidToken))
        }
    }
}
