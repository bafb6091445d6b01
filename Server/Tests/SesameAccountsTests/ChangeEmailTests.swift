import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct ChangeEmailTests {
    @Test func `a new email address is unverified, the old one gets a notice, and one in use is rejected`() async throws
    {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp(1))
        let view = try await rig.accounts.logins.changeEmail(of: caller, to: try rig.email(2), context: rig.context)
        #expect(view.login(.email)?.name == "test.user.2@example.com" && !view.claims.emailVerified)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.recipient == "test.user.1@example.com")
        _ = try await rig.signIn(2)
        _ = try await rig.signUp(3)
        let taken = try await rig.code {
            _ = try await rig.accounts.logins.changeEmail(of: caller, to: try rig.email(3), context: rig.context)
        }
        #expect(taken == .credentialInUse)
    }
}
