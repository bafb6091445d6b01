import CoupleExample
import Foundation
import Sesame
import SesameMigration
import SesameTesting
import SesameTexts
import SesameWire
import Testing

@MainActor @Suite struct CoupleTests {
    let service = MockAuthService(users: [.mock(uid: "uid-1")])
    let server = MockProfileService(
        required: ["name", "birthDate"], steps: OnboardingModel.steps, .mock(of: "uid-1"))
    let storage = StorageLocation.memory

    /// Runs a test with the launched app, while its view tasks run.
    private func launched(_ test: @MainActor (Couple) async throws -> Void) async throws {
        var configuration = AuthConfiguration(service: service, storage: storage)
        configuration.profiles = { [server] _ in server }
        let couple = Couple(configuration)
        let running = Task { await couple.client.run() }
        defer { running.cancel() }
        #expect(await eventually { couple.state.screen != .launching })
        try await test(couple)
    }

    private func signIn(_ couple: Couple) async {
        let step = AuthenticationService(
            couple.state, apple: AgreeableSheet(method: .apple), google: AgreeableSheet(), texts: Texts(.english))
        #expect(step.title == Texts(.english)[.createSecureAccount])
        await step.signInWithApple()
        #expect(step.errorMessage == nil && !step.isLoading)
        #expect(couple.state.isAuthenticated)
    }

    private func step(of couple: Couple) -> String? {
        guard case .onboarding(_, let step) = couple.state.screen else { return nil }
        return OnboardingModel.steps.step(for: step).rawValue
    }

    @Test func `a new user goes through the onboarding page by page into the app`() async throws {
        try await launched { couple in
            await signIn(couple)
            #expect(await eventually { step(of: couple) == "aboutYou" })
            let form = try await OnboardingModel(
                FirebaseService(couple.profiles), locale: Locale(identifier: "fr_CH"))
            form.draft[.name] = "Test User 1"
            for page in ["goals", "relationship", "questions"] {
                await form.proceed(from: step(of: couple).map { OnboardingStep(rawValue: $0) })
                #expect(await eventually { step(of: couple) == page })
            }
            await form.goBack(from: OnboardingStep(rawValue: "questions"))
            #expect(await eventually { step(of: couple) == "relationship" })
            await form.proceed(from: OnboardingStep(rawValue: "relationship"))
            await form.proceed(from: OnboardingStep(rawValue: "questions"))
            #expect(form.missing == ["birthDate"])
            #expect(couple.state.isOnboardingInProgress)
            form.draft[.birthDate] = CalendarDay(year: 1990, month: 5, day: 17)
            await form.proceed(from: OnboardingStep(rawValue: "questions"))
            #expect(form.missing.isEmpty && form.problem == nil)
            #expect(await eventually { couple.state.isOnboardingCompleted })
            #expect(FirebaseService(couple.profiles).currentUser?[.birthDate]?.text == "1990-05-17")
            #expect(server["uid-1"]?[.languageCode] == "fr")
        }
    }

    @Test func `a page filled in offline survives a restart and reaches the server`()
        async throws
    {
        try await launched { couple in
            await signIn(couple)
            #expect(await eventually { step(of: couple) == "aboutYou" })
            server.isOffline = true
            let form = try await OnboardingModel(FirebaseService(couple.profiles))
            form.draft[.name] = "Test User 1"
            await form.proceed(from: nil)
            #expect(form.problem == nil)
            #expect(await eventually { step(of: couple) == "goals" })
        }
        server.isOffline = false
        try await launched { couple in
            #expect(await eventually { step(of: couple) == "goals" })
            let form = try await OnboardingModel(FirebaseService(couple.profiles))
            #expect(form.draft[.name] == "Test User 1")
            await couple.client.becomeActive()
            #expect(await eventually { server["uid-1"]?.onboarding.step == "goals" })
            #expect(server["uid-1"]?[.name] == "Test User 1")
        }
    }

    @Test func `a known user gets into the app, even without a network`() async throws {
        server["uid-1"] = .mock(of: "uid-1", version: 3, ["name": "Test User 1"], .init(state: .completed))
        try await launched { couple in
            await signIn(couple)
            #expect(await eventually { couple.state.isOnboardingCompleted })
        }
        server.isOffline = true
        try await launched { couple in
            #expect(await eventually { couple.state.isOnboardingCompleted })
            #expect(FirebaseService(couple.profiles).currentUser?[.name] == "Test User 1")
        }
        #expect(server.saves.isEmpty)
    }

    @Test func `a user whose document fails to load is not treated as new`() async throws {
        server.isOffline = true
        try await launched { couple in
            await signIn(couple)
            #expect(await eventually { couple.state.problem != nil })
            #expect(!couple.state.isOnboardingInProgress && !couple.state.isOnboardingCompleted)
        }
    }

    @Test func `a failed sign-in shows an error and can be tried again`() async throws {
        try await launched { couple in
            let step = AuthenticationService(
                couple.state, apple: AgreeableSheet(method: .apple), google: AgreeableSheet())
            service.failNext(.exchange, with: .isOffline)
            await step.signInWithApple()
            #expect(step.errorMessage != nil && !step.isLoading)
            await step.signInWithGoogle()
            #expect(step.errorMessage == nil && couple.state.isAuthenticated)
        }
    }
}

@Suite struct AppUserTests {
    private func user(_ fields: JSONObject) -> AppUser { AppUser(.mock(of: "uid-1", fields)) }

    @Test func `a field of the wrong type does not affect other fields`() {
        let user = user([
            "name": 7, "birthDate": "yesterday", "relationshipGoals": ["talk", 5], "questionMode": "a",
            "currentLocation": ["latitude": 45, "longitude": 4, "city": 7],
        ])
        #expect(user[.name] == nil && user[.birthDate] == nil)
        #expect(user[.relationshipGoals] == ["talk"] && user[.questionMode] == "a")
        #expect(user[.currentLocation] == UserLocation(latitude: 45, longitude: 4))
        #expect(self.user(["currentLocation": ["city": "Lyon"]])[.currentLocation] == nil)
    }

    @Test func `a newer version's value reads as the default and is not overwritten`() {
        var draft = ProfileDraft(.mock(of: "uid-1", ["relationshipDuration": "sinceSchool"]))
        #expect(draft[.relationshipDuration] == .notInRelationship)
        draft[.name] = "Test User 1"
        draft[.relationshipDuration] = .notInRelationship
        #expect(draft.changes == ["name": "Test User 1"])
    }

    /// The document that the app's version before this library writes at the end of the onboarding.
    private static let document = #"""
        {
            "id": "uid-1", "name": "Test User 1", "birthDate": "1990-05-17", "relationshipGoals": ["talk", "travel"],
            "relationshipDuration": "oneToFiveYears", "relationshipImprovement": "", "questionMode": "daily",
            "partnerCode": "ABC123", "partnerId": "uid-2", "connectedPartnerCode": "XYZ789", "isSubscribed": true,
            "appleUserID": "uid-1", "email": "test.user.1@example.com",
            "profileImageURL": "https://images.example.com/1.jpg", "relationshipStartDate": "2021-02-14",
            "currentLocation": {
                "latitude": 45.76, "longitude": 4.84, "address": "1 rue de la République", "city": "Lyon",
                "country": "France"
            },
            "languageCode": "fr", "createdAt": "2026-01-02T03:04:05Z", "lastLoginDate": "2026-11-01T00:00:00Z",
            "updatedAt": "2026-11-01T00:00:00Z", "onboardingInProgress": false
        }
        """#

    @Test func `an installed version's whole document is read`() throws {
        let user = user(try #require(JSONValue(parsing: Array(Self.document.utf8)).object))
        #expect(user[.name] == "Test User 1" && user[.birthDate]?.text == "1990-05-17")
        #expect(user[.relationshipGoals] == ["talk", "travel"] && user[.relationshipDuration] == .oneToFiveYears)
        #expect(user[.relationshipImprovement] == "" && user[.questionMode] == "daily")
        #expect(user[.partnerCode] == "ABC123" && user[.connectedPartnerCode] == "XYZ789")
        #expect(user.partnerId == "uid-2" && user.isSubscribed && user.email == "test.user.1@example.com")
        #expect(user[.profileImageURL] == "https://images.example.com/1.jpg" && user[.languageCode] == "fr")
        #expect(user[.relationshipStartDate]?.text == "2021-02-14")
        #expect(
            user[.currentLocation]
                == UserLocation(
                    latitude: 45.76, longitude: 4.84, address: "1 rue de la République", city: "Lyon", country: "France"
                ))
    }

    @Test func `changing one part of a location leaves its other and unknown members unchanged`() throws {
        var place = try #require(JSONValue(parsing: Array(Self.document.utf8))["currentLocation"]?.object)
        place["altitude"] = 170
        var draft = ProfileDraft(.mock(of: "uid-1", ["currentLocation": .object(place)]))
        draft[.currentLocation]?.city = "Villeurbanne"
        place["city"] = "Villeurbanne"
        #expect(draft.changes == ["currentLocation": .object(place)])
        draft[.currentLocation]?.country = nil
        place.remove("country")
        #expect(draft.changes == ["currentLocation": .object(place)])
    }

    @Test func `a location reads back as it was set`() throws {
        var draft = ProfileDraft(.mock(of: "uid-1"))
        draft[.currentLocation] = UserLocation(latitude: 45.5, longitude: -4.25, city: "Lyon")
        let sent = try JSONValue(parsing: Array(#"{"latitude": 45.5, "longitude": -4.25, "city": "Lyon"}"#.utf8))
        #expect(draft.changes["currentLocation"] == sent)
        #expect(draft[.currentLocation] == UserLocation(latitude: 45.5, longitude: -4.25, city: "Lyon"))
    }

    @Test func `printing or dumping a user does not reveal the name`() {
        let user = user(["name": "Test User 1"])
        var dumped = ""
        dump(user, to: &dumped)
        #expect(!"\(user) \(dumped)".contains("Test User"))
    }
}

@Suite struct LeftBehindTests {
    @Test func `an earlier Apple name moves from the preferences to the session store`() async throws {
        let preferences = Preferences(["AppleDisplayName_test-user-1": .text("Test User 1")])
        let store = MockSessionStore()
        let manager = AuthManager(service: MockAuthService(), store: store)
        let left = LeftBehind(in: preferences, manager: manager, cache: UserCache(at: .memory, name: "left"))
        try await left.takeOver()
        let kept = try #require(try store.read(.names))
        #expect(String(decoding: kept, as: UTF8.self).contains("test-user-1"))
        #expect(!preferences.names.contains { $0.hasPrefix("AppleDisplayName_") })
        try store.remove(.names)
        try await left.takeOver()
        #expect(try store.read(.names) == nil)
    }

    @Test func `a name that cannot be stored stays in the preferences`() async throws {
        let preferences = Preferences(["AppleDisplayName_test-user-1": .text("Test User 1")])
        let store = MockSessionStore()
        store.fail(with: AuthError(.storageLocked, "locked"))
        let manager = AuthManager(service: MockAuthService(), store: store)
        let left = LeftBehind(in: preferences, manager: manager, cache: UserCache(at: .memory, name: "left"))
        await #expect(throws: AuthError.self) { try await left.takeOver() }
        #expect(preferences.names == ["AppleDisplayName_test-user-1"])
    }
}
