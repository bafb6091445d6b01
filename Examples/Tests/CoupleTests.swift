import CoupleExample
import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameTexts
import Testing

@MainActor @Suite struct CoupleTests {
    /// The app's database, as a test says it is.
    struct Documents: UserDocuments {
        var answer: Result<JSONObject?, AuthError>

        func document(of uid: String) async throws(AuthError) -> JSONObject? { try answer.get() }
    }

    let service = MockAuthService()

    private func signedIn(
        _ answer: Result<JSONObject?, AuthError>, _ test: @MainActor (AppState) async throws -> Void
    ) async rethrows {
        let auth = AuthManager(service: service, store: MockSessionStore())
        try await withState(auth, profiles: FirebaseService(Documents(answer: answer))) { state in
            let step = AuthenticationService(
                state, apple: AgreeableSheet(method: .apple), google: AgreeableSheet(), texts: Texts(.english))
            #expect(step.title == Texts(.english)[.createSecureAccount])
            await step.signInWithApple()
            #expect(step.errorMessage == nil && !step.isLoading)
            #expect(state.isAuthenticated)
            try await test(state)
        }
    }

    @Test func `somebody new is in the onboarding`() async throws {
        await signedIn(.success(nil)) { state in
            #expect(await eventually { state.isOnboardingInProgress })
        }
    }

    @Test func `somebody half-way goes on where they were`() async throws {
        let document: JSONObject = ["onboardingInProgress": true, "onboardingStep": "goals"]
        await signedIn(.success(document)) { state in
            #expect(await eventually { state.isOnboardingInProgress })
            guard case .onboarding(_, let step) = state.screen else { return }
            #expect(step?.rawValue == "goals")
        }
    }

    @Test func `somebody known is in the app`() async throws {
        await signedIn(.success(["onboardingInProgress": false])) { state in
            #expect(await eventually { state.isOnboardingCompleted })
        }
    }

    @Test func `somebody whose document cannot be loaded is not taken for new`() async throws {
        await signedIn(.failure(.isOffline)) { state in
            #expect(await eventually { state.problem != nil })
            #expect(!state.isOnboardingInProgress && !state.isOnboardingCompleted)
        }
    }

    @Test func `a sign-in that fails says so, and the button is alive again`() async throws {
        let auth = AuthManager(service: service, store: MockSessionStore())
        await withState(auth, profiles: FirebaseService(Documents(answer: .success(nil)))) { state in
            let step = AuthenticationService(state, apple: AgreeableSheet(method: .apple), google: AgreeableSheet())
            service.failNext(.exchange, with: .isOffline)
            await step.signInWithApple()
            #expect(step.errorMessage != nil && !step.isLoading)
            await step.signInWithGoogle()
            #expect(step.errorMessage == nil && state.isAuthenticated)
        }
    }
}

@Suite struct AppUserTests {
    @Test func `a member of a wrong type takes no other with it`() {
        let user = AppUser([
            "name": 7, "birthDate": "yesterday", "relationshipGoals": ["talk", 5], "questionMode": "a",
        ])
        #expect(user.name == nil && user.birthDate == nil)
        #expect(user.relationshipGoals == ["talk"] && user.questionMode == "a")
    }

    @Test func `an unknown duration reads as none and is kept`() {
        var user = AppUser(["relationshipDuration": "sinceSchool"])
        #expect(user.relationshipDuration == .notInRelationship)
        user.name = "Test User 1"
        #expect(user.document["relationshipDuration"] == "sinceSchool")
        #expect(user.draft == ["name": "Test User 1"])
    }

    @Test func `only what was changed is sent`() {
        var user = AppUser(["name": "Test User 1", "connectedPartnerCode": "c", "isSubscribed": true])
        user.name = "Test User 1"
        #expect(user.draft.isEmpty)
        user.questionMode = "evening"
        user.relationshipImprovement = nil
        #expect(user.draft == ["questionMode": "evening", "relationshipImprovement": .null])
        #expect(user.document["connectedPartnerCode"] == "c" && user.isSubscribed)
    }

    @Test func `dates come back as they were set`() {
        let day = Date(timeIntervalSince1970: 946_684_800)
        var user = AppUser([:])
        user.birthDate = day
        user.relationshipStartDate = day
        let read = AppUser(user.document)
        #expect(read.birthDate == day && read.relationshipStartDate == day)
        #expect(AppUser(["relationshipStartDate": .null]).relationshipStartDate == nil)
    }

    @Test func `nothing of the person is printed`() {
        let user = AppUser(["name": "Test User 1"])
        var dumped = ""
        dump(user, to: &dumped)
        #expect(!"\(user) \(dumped)".contains("Test User"))
    }
}

@Suite struct LeftBehindTests {
    /// Preferences in memory.
    final class Preferences: LegacyPreferences {
        var values: [String: LegacyValue]

        init(_ values: [String: LegacyValue]) { self.values = values }

        var names: [String] { Array(values.keys) }
        func value(of name: String) -> LegacyValue? { values[name] }
        func write(_ value: LegacyValue, as name: String) { values[name] = value }
        func remove(_ name: String) { values[name] = nil }
    }

    @Test func `a name that Apple gave long ago goes with the next sign-in, once`() async throws {
        let preferences = Preferences(["AppleDisplayName_test-user-1": .text("Test User 1")])
        let store = MockSessionStore()
        let manager = AuthManager(service: MockAuthService(), store: store)
        let left = LeftBehind(in: preferences, manager: manager, cache: UserCache(storage: MemoryCacheStorage()))
        try await left.takeOver()
        #expect(try store.loadNames().map(\.appleUser) == ["test-user-1"])
        #expect(!preferences.names.contains { $0.hasPrefix("AppleDisplayName_") })
        try store.saveNames([])
        try await left.takeOver()
        #expect(try store.loadNames().isEmpty)
    }

    @Test func `a device that cannot store the name keeps it where it is`() async throws {
        let preferences = Preferences(["AppleDisplayName_test-user-1": .text("Test User 1")])
        let store = MockSessionStore()
        store.fail(with: AuthError(.storageLocked, "locked"))
        let manager = AuthManager(service: MockAuthService(), store: store)
        let left = LeftBehind(in: preferences, manager: manager, cache: UserCache(storage: MemoryCacheStorage()))
        await #expect(throws: AuthError.self) { try await left.takeOver() }
        #expect(preferences.names == ["AppleDisplayName_test-user-1"])
    }
}
