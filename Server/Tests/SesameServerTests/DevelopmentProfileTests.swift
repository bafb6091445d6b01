import Foundation
import SesameCore
import Testing

@testable import SesameAccounts
@testable import SesameServer

/// The profiles of the example apps.
struct DevelopmentProfileTests {
    private let apps: AppDirectory

    init() throws {
        apps = try DevelopmentConfiguration(
            addresses: DevelopmentAddresses(port: 1, providerPort: 2), dataFolder: "/data", keyFile: "/key"
        ).server.apps
    }

    private func schema(_ name: String) throws -> ProfileSchema {
        try #require(AppID(name).flatMap { apps[$0] }).profile
    }

    @Test func `a new person of the couple app has the empty document`() throws {
        let schema = try schema("couple")
        let claims = IdentityClaims(email: "test.user.1@example.com", displayName: "Test User 1")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let profile = schema.newProfile(given: nil, claims: claims, at: now)
        #expect(profile.onboarding == .notStarted && profile.version == 1)
        #expect(profile.fields["name"] == "Test User 1")
    }
}
