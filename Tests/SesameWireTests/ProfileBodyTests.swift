import SesameCore
import SesameWire
import Testing

struct ProfileBodyTests {
    private let profile = ProfileBody(
        version: 3, fields: ["name": "Test User 1", "goals": []],
        onboarding: OnboardingStatus(state: .inProgress, step: "a"),
        missing: ["goals"], creationTime: 1, lastSignInTime: 2, updateTime: 3,
        claims: [ProviderClaimsBody(provider: "google", email: "test.user.1@example.com", emailVerified: true)])

    @Test func `a profile is read as it was sent`() throws {
        #expect(try ProfileBody(json: profile.json) == profile)
    }

    @Test func `a change is read as it was sent, and leaves out members that were not set`() throws {
        let change = ProfileRequest(
            fields: ["name": nil], mask: ["name"], onboarding: OnboardingMove(to: "b", via: ["a"]))
        #expect(try ProfileRequest(json: change.json) == change)
        #expect(ProfileRequest(fields: ["name": "a"]).json == ["fields": ["name": "a"]])
        let completion = ProfileCompletionRequest(fields: ["name": "a"], mask: ["name"])
        #expect(try ProfileCompletionRequest(json: completion.json) == completion)
        #expect(throws: BodyError("onboarding.step", .wrongType)) {
            try ProfileRequest(json: ["onboarding": ["step": 1]])
        }
    }

    @Test func `an unknown or missing onboarding state is rejected`() {
        #expect(throws: BodyError("state", .invalid)) { try OnboardingStatus(json: ["state": "begun"]) }
        #expect(throws: BodyError("state", .missing)) { try OnboardingStatus(json: [:]) }
    }

    @Test(arguments: [2, nil]) func `a stale change is sent with the presented version and the current profile`(
        presented: Int?
    ) throws {
        var body = ErrorBody(code: .preconditionFailed, message: "changed", requestID: "r1")
        body.stale = StaleProfileBody(presentedVersion: presented, profile: profile)
        #expect(try ErrorBody(json: body.json).stale == body.stale)
    }
}
