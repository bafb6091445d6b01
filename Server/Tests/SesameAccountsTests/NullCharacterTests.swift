import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the character U+0000 in stored texts, where it is refused because C programs treat it as the end of the
/// text.
struct NullCharacterTests {
    private static let text = "a\u{0}b"

    @Test func `a null character in a second factor's name is rejected`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        let begun = try await rig.accounts.secondFactors.startFactorEnrollment(.totp, of: caller, context: rig.context)
        let code = try rig.code(try #require(begun.secret).text)
        let refused = try await rig.refusal {
            _ = try await rig.accounts.secondFactors.finishFactorEnrollment(
                .totp, with: code, named: Self.text, of: caller, context: rig.context)
        }
        #expect(refused?.code == .invalidRequest && refused?.field == "displayName")
    }

    @Test func `a null character in an operator's request is rejected`() async throws {
        let rig = try await PasswordRig()
        var (identity, name) = (AccountUpdate(), AccountUpdate())
        identity.addedIdentities = [IdentityInput(provider: .apple, subject: Self.text)]
        name.displayName = .set(Self.text)
        for (order, field) in [(identity, "identity"), (name, "displayName")] {
            let refused = try await rig.refusal {
                _ = try await rig.accounts.operators.createAccount(order, in: rig.app, context: rig.context)
            }
            #expect(refused?.code == .invalidRequest && refused?.field == field)
        }
    }

    @Test func `a null character in a tenant's settings is rejected`() async throws {
        let rig = try await PasswordRig()
        let refused = try await rig.refusal {
            _ = try await rig.accounts.firebaseProjects.createFirebaseTenant(
                ["displayName": .string(Self.text)], of: rig.app)
        }
        #expect(refused?.code == .invalidRequest && refused?.field == "displayName")
    }
}
