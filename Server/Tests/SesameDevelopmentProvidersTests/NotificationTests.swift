import Foundation
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import Testing

/// Tests of the development providers' notifications, which have the same format as the vendors' notifications.
struct NotificationTests {
    private let rig = Rig()

    private func verified(_ order: NotificationRequest, of kind: ProviderKind) async throws -> [ProviderEvent] {
        let provider = rig.providers[kind]
        let token = try await provider.notification(order).token
        let profile: SecurityEventTokenProfile = kind == .apple ? .apple : .google
        let cache = JWKSCache(
            url: profile.keysURL, algorithm: profile.algorithm,
            source: PublishedKeys(keys: try await provider.keySet()))
        let verifier = SecurityEventTokenVerifier(profile: profile, keys: cache)
        let verified = try await verifier.verify(
            Array(token.utf8),
            clientIDs: ["com.example.castmate", "1-web.apps.googleusercontent.com"], now: Rig.start)
        return try kind == .apple ? ProviderEvent.apple(verified) : ProviderEvent.google(verified)
    }

    @Test(arguments: ProviderKind.allCases) func `a development notification verifies like the vendor's own`(
        kind: ProviderKind
    ) async throws {
        let order = NotificationRequest(
            client: .app("castmate"), event: kind == .apple ? "account-delete" : "account-purged", secondsAgo: 60)
        let event = try #require(try await verified(order, of: kind).first)
        #expect(event.kind == .accountDeleted)
        #expect(event.subject == (try rig.providers[kind].testUser(1, for: Rig.castmate)).subject)
        #expect((59.0...60).contains(Rig.start.timeIntervalSince(event.at)))
    }

    @Test(arguments: NotificationRequest.Form.allCases) func `Apple's events have the requested form`(
        form: NotificationRequest.Form
    ) async throws {
        let order = NotificationRequest(client: .app("castmate"), event: "email-disabled", form: form)
        let claims = try await rig.providers.apple.notification(order).claims
        #expect((claims["events"]?.string != nil) == (form == .string))
        #expect(try await verified(order, of: .apple).count == 1)
    }

    @Test(arguments: ProviderKind.allCases, [NotificationRequest.Fault.wrongIssuer, .old])
    func `a notification with a fault is rejected`(kind: ProviderKind, fault: NotificationRequest.Fault) async throws {
        let order = NotificationRequest(client: .app("castmate"), event: "x", fault: fault)
        await #expect(throws: TokenError.self) { try await verified(order, of: kind) }
    }

    @Test func `two notifications have different ids`() async throws {
        let order = NotificationRequest(client: .app("castmate"), event: "x")
        let ids = [
            try await rig.providers.google.notification(order).claims["jti"],
            try await rig.providers.google.notification(order).claims["jti"],
        ]
        #expect(ids[0] != nil && ids[0] != ids[1])
    }

    private struct PublishedKeys: JWKSSource {
        let keys: [UInt8]

        func fetch(_ url: String) async throws -> JWKSResponse { JWKSResponse(status: 200, body: keys) }
    }
}
