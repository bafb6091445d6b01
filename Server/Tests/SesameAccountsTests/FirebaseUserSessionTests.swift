import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the claims in the ID tokens of Firebase clients.
struct FirebaseUserSessionTests {
    private let settings = FirebaseSettings(projectID: "shop-1", apiKeys: ["k"])

    private func payload(of caller: Caller, _ rig: PasswordRig, claiming claims: JSONObject) async throws -> JSONObject
    {
        let view = try await rig.accounts.sessions.account(of: caller)
        var details = AccountMetadata(app: rig.app.id, account: view.account.id)
        details.claims = claims
        let person = FirebaseUserSession(
            app: rig.app, account: AccountWithMetadata(view: view, details: details), session: caller.session,
            claims: claims)
        return person.payload(of: settings, issuer: "https://issuer.test", from: rig.storage.clock.now, for: 3_600)
    }

    @Test func `custom claims cannot override the server's own claims`() async throws {
        let rig = try await PasswordRig()
        var claims = JSONObject(
            FirebaseUserSession.ownClaims.map { JSONObject.Member(name: $0, value: "of an import") })
        claims["level"] = "gold"
        let guest = try await payload(of: try await rig.guest(), rig, claiming: claims)
        #expect(guest["email"] == nil && guest["email_verified"] == nil && guest["phone_number"] == nil)
        #expect(guest["provider_id"] == "anonymous" && guest["level"] == "gold")
        #expect(guest["user_id"] != "of an import")
        let person = try await payload(of: try await rig.owner(), rig, claiming: claims)
        #expect(person["email"] == "test.user.1@example.com" && person["email_verified"] == true)
        #expect(person["provider_id"] == nil && person["phone_number"] == nil)
    }
}
