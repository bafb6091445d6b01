import Foundation
import SesameCore
import SesameServerRig
import SesameText
import Testing

@testable import SesameAccounts
@testable import SesameDevelopment
@testable import SesameOperations
@testable import SesameServer
@testable import SesameWebSurface

/// Tests of the profiles of the example apps.
struct DevelopmentProfileTests {
    private let apps: AppDirectory

    init() throws {
        apps = try DevelopmentConfiguration(
            addresses: DevelopmentAddresses(port: 1, providerPort: 2), dataFolder: "/data", keyFile: "/key",
            pseudonyms: try .test()
        ).server.apps
    }

    private func app(_ name: String) throws -> App { try #require(AppID(name).flatMap { apps[$0] }) }

    private func schema(_ name: String) throws -> ProfileSchema { try app(name).profile }

    @Test func `a new user of the couple app has the provider's name and has not started onboarding`() throws {
        let schema = try schema("couple")
        let claims = IdentityClaims(email: "test.user.1@example.com", displayName: "Test User 1")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let profile = schema.newProfile(given: nil, claims: claims, at: now)
        #expect(profile.onboarding == .notStarted && profile.version == 1)
        #expect(profile.fields["name"] == "Test User 1")
    }

    @Test func `the couple app's profile has the fields that its clients expect`() throws {
        let names = [
            "id", "appleUserID", "googleUserID", "email", "name", "birthDate", "relationshipGoals",
            "relationshipDuration", "relationshipImprovement", "relationshipStartDate", "questionMode", "partnerCode",
            "partnerId", "connectedPartnerCode", "isSubscribed", "profileImageURL", "currentLocation", "languageCode",
            "createdAt", "lastLoginDate", "updatedAt", "onboardingInProgress", "onboardingStep",
        ]
        let schema = try schema("couple")
        #expect(schema.fields.map(\.name) == names && schema.providers == [.apple, .google])
        #expect(schema.field("isSubscribed")?.owner == .server && schema.field("partnerId")?.owner == .server)
        let place: JSONObject = [
            "latitude": .number(try #require(JSONNumber(48.8566))),
            "longitude": .number(try #require(JSONNumber(2.3522))),
            "address": "1 Example Street", "city": "Paris", "country": "FR",
        ]
        #expect(schema.field("currentLocation")?.type.refusal(of: .object(place), at: "place") == nil)
    }

    @Test(arguments: ["couple", "castmate", "prysm"])
    func `roles, onboarding steps and inputs have labels in both languages`(name: String) throws {
        let app = try app(name)
        let inputs = ProfileInput.all(of: app.profile).map(\.name)
        for name in app.roles + app.profile.onboarding.steps + inputs {
            for language in [Language.french, .english] { #expect(app.label(name)[language] != name, "\(name)") }
        }
    }

    @Test func `the other example apps ask only for their own fields`() throws {
        #expect(try schema("castmate").required == ["nom", "prenom"])
        #expect(try schema("castmate").editable.map(\.name) == ["nom", "prenom", "bio"])
        let prysm = try schema("prysm")
        #expect(prysm.field("isProfileComplete")?.source == .onboardingCompleted && prysm.asksForSomething)
        for app in ["familysync", "authservice"] { #expect(try !schema(app).asksForSomething) }
    }
}
