import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of new, upgraded and merged profiles.
struct ProfileMergeTests {
    private let schema = ProfileSchema(
        fields: [
            ProfileFieldDefinition("name", source: .displayName),
            ProfileFieldDefinition("goals", .strings, initial: []),
            ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
            ProfileFieldDefinition("email", owner: .provider, source: .email),
        ],
        required: ["name"], onboarding: OnboardingPlan(steps: ["a", "b"]))
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let claims = IdentityClaims(email: "test.user.1@example.com", displayName: "Test User 1")

    private func profile(_ fields: JSONObject, _ onboarding: Onboarding = .notStarted, version: Int = 1)
        -> StoredProfile
    {
        StoredProfile(fields: fields, onboarding: onboarding, version: version, updatedAt: now)
    }

    @Test func `a new profile has initial and stated values, but no copy of provider-owned fields`() {
        let profile = schema.newProfile(given: nil, claims: claims, at: now)
        #expect(profile == self.profile(["name": "Test User 1", "goals": [], "isSubscribed": false]))
        let guest = schema.newProfile(given: nil, claims: nil, at: now)
        #expect(guest.fields == ["goals": [], "isSubscribed": false])
    }

    @Test func `a profile from a registration form takes no values from the provider`() {
        let profile = schema.newProfile(given: ["goals": ["a"]], claims: claims, at: now)
        #expect(profile.fields == ["goals": ["a"], "isSubscribed": false])
    }

    @Test func `a new profile needs onboarding only if the app asks for more`() {
        func beginning(_ schema: ProfileSchema, given: JSONObject?) -> Onboarding {
            schema.newProfile(given: given, claims: nil, at: now).onboarding
        }
        let form = ProfileSchema(required: ["name"])
        #expect(beginning(ProfileSchema(), given: nil) == .completed)
        #expect(beginning(ProfileSchema(optional: ["bio"]), given: nil) == .completed)
        #expect(beginning(form, given: nil) == .notStarted)
        #expect(beginning(form, given: ["name": "Test User 1"]) == .completed)
        #expect(beginning(schema, given: ["name": "Test User 1"]) == .notStarted)
    }

    @Test func `a guest's upgrade fills missing fields with the provider's values`() {
        let guest = profile(["goals": ["a"], "isSubscribed": false], .inProgress(step: "b"), version: 3)
        let upgraded = schema.profile(ofUpgraded: guest, given: [:], claims: claims, at: now)
        #expect(upgraded.fields == ["goals": ["a"], "isSubscribed": false, "name": "Test User 1"])
        #expect(upgraded.onboarding == .inProgress(step: "b") && upgraded.version == 4)
        let named = profile(["name": "Guest", "goals": [], "isSubscribed": false], version: 3)
        #expect(schema.profile(ofUpgraded: named, given: [:], claims: claims, at: now) == named)
    }

    @Test func `a guest's upgrade with a complete form completes onboarding`() {
        let form = ProfileSchema(required: ["name"])
        let guest = form.newProfile(given: nil, claims: nil, at: now)
        let upgraded = form.profile(ofUpgraded: guest, given: ["name": "Test User 1"], claims: nil, at: now)
        #expect(upgraded.onboarding == .completed && upgraded.fields == ["name": "Test User 1"])
        #expect(form.profile(ofUpgraded: guest, given: [:], claims: claims, at: now).onboarding == .notStarted)
    }

    @Test func `in a merge, a user's own value wins over an empty or initial value`() {
        let stays = profile(["name": " ", "goals": [], "isSubscribed": false])
        let goes = profile(["name": "Test User 1", "goals": ["a"], "isSubscribed": true])
        let merge = schema.merge(stays, with: goes, at: now)
        #expect(merge.result.fields == goes.fields && merge.overridden.isEmpty)
        let back = schema.merge(goes, with: stays, at: now)
        #expect(back.result == goes && back.overridden.isEmpty)
    }

    @Test func `of two own values the surviving account's wins, and the other is reported`() {
        let merge = schema.merge(
            profile(["name": "Test User 1", "goals": ["a"]]), with: profile(["name": "Test User 2", "goals": ["a"]]),
            at: now)
        #expect(merge.result.fields == ["name": "Test User 1", "goals": ["a"]] && merge.overridden == ["name"])
    }

    @Test func `a merged profile has a newer version and the further onboarding state`() {
        let stays = profile(["name": "Test User 1"], .inProgress(step: "b"), version: 3)
        let goes = profile(["goals": ["a"]], .completed, version: 8)
        let result = schema.merge(stays, with: goes, at: now.addingTimeInterval(5)).result
        #expect(result.version == 9 && result.onboarding == .completed && result.updatedAt == now.addingTimeInterval(5))
    }

    @Test func `the document shows stored fields, provider values and fields no longer in the schema`() throws {
        let app = try #require(AppID("couple"))
        let account = Account(
            id: AccountID("uid"), app: app, createdAt: now, lastSignInAt: now,
            profile: profile(["old": 1, "goals": ["a"], "email": "mine@example.com"]))
        let identity = Identity(
            app: app, provider: .google, subject: "1", account: account.id, claims: claims, createdAt: now)
        let document = schema.document(of: AccountRecord(account: account, identities: [identity]))
        #expect(document == ["goals": ["a"], "email": "test.user.1@example.com", "old": 1])
    }

    @Test func `undoing a merge removes from a profile only what the merge brought`() {
        let before = profile(["own": 1, "both": 1])
        let merged = profile(["own": 1, "both": 1, "brought": 2], .completed, version: 5)
        #expect(merged.without(merged, before, at: now) == profile(["own": 1, "both": 1], .notStarted, version: 6))
        let changed = profile(["both": 3, "brought": 2, "new": 4], .completed, version: 8)
        #expect(
            changed.without(merged, before, at: now) == profile(["both": 3, "new": 4], .notStarted, version: 9))
        #expect(before.without(before, before, at: now) == before)
    }
}
