public import Foundation
public import Sesame

// snippet.fields
extension ProfileField where Value == String {
    /// The name.
    public static var name: Self { .string("name") }
}

extension ProfileField where Value == CalendarDay {
    /// The date of birth.
    public static var birthDate: Self { .day("birthDate") }
}
// snippet.end

/// An app whose people go through an onboarding.
@MainActor public struct ProfilesGuide {
    /// The person's profile.
    public let profiles: ProfileStore
    /// What is shown.
    public let state: AppState

    /// The parts, made once.
    public init(server: URL, auth: AuthManager) {
        // snippet.make
        let profiles = ProfileStore(
            service: SesameProfileService(server: server, app: "couple", auth: auth), auth: auth,
            outbox: EncryptedFileCacheStorage(name: "couple outbox"),
            cache: UserCache(storage: EncryptedFileCacheStorage(name: "couple profile")),
            steps: OnboardingSteps("aboutYou", "goals"))
        let state = AppState(auth: auth, profiles: profiles)
        // In the first view: .task { await state.run() }.task { await profiles.run() }
        // snippet.end
        (self.profiles, self.state) = (profiles, state)
    }

    /// The same over parts that are there.
    public init(profiles: ProfileStore, state: AppState) {
        (self.profiles, self.state) = (profiles, state)
    }

    // snippet.pages
    /// Somebody fills in the first page, then the second, and is in the app.
    public func fillIn() async throws(AuthError) {
        var draft = try await profiles.draft()
        draft[.name] = "Test User 1"
        try await profiles.save(draft, at: OnboardingStep(rawValue: "goals"))  // state.screen: the second page
        draft[.birthDate] = CalendarDay(year: 1990, month: 5, day: 17)
        try await profiles.complete(draft)  // state.screen: the app
    }
    // snippet.end

    // snippet.save
    /// A change in the settings.
    public func rename(to name: String) async throws(AuthError) -> String {
        var draft = try await profiles.draft()
        draft[.name] = name
        switch try await profiles.save(draft) {
        case .saved: return "Saved"
        case .queued: return "Saved on this phone, and sent when there is a network"
        }
    }
    // snippet.end

    // snippet.follow
    /// What is shown of the person, from now on.
    public func follow(_ show: (String?) -> Void) async {
        for await snapshot in profiles.snapshots { show(snapshot?.profile[.name]) }
    }
    // snippet.end
}
