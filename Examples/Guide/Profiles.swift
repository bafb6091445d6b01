public import Sesame

// snippet.fields
extension ProfileField where Value == String {
    /// The user's name, stored in the field `name` as text.
    public static var name: Self { .string("name") }
}

extension ProfileField where Value == CalendarDay {
    /// The date of birth, stored in the field `birthDate` as a day without a time.
    public static var birthDate: Self { .day("birthDate") }
}
// snippet.end

/// An example of an app with an onboarding.
@MainActor public struct ProfilesGuide {
    /// The store of the user's profile.
    public let profiles: ProfileStore
    /// The state that selects the screen.
    public let state: AppState

    /// Creates the example with the profile store and the state of a new client.
    public init(_ configuration: AuthConfiguration) {
        // snippet.make
        let client = SesameClient(
            configuration, onboarding: .steps(OnboardingSteps("aboutYou", "goals")))
        // client.profiles holds the user's profile, and client.state follows it.
        // snippet.end
        (profiles, state) = (client.profiles, client.state)
    }

    /// Creates the example with an existing store and state, as in tests.
    public init(profiles: ProfileStore, state: AppState) {
        (self.profiles, self.state) = (profiles, state)
    }

    // snippet.pages
    /// Saves both pages of the onboarding and completes it; the state then shows the app.
    public func fillIn() async throws(AuthError) {
        var draft = try await profiles.draft()
        draft[.name] = "Test User 1"
        try await profiles.save(draft, at: OnboardingStep(rawValue: "goals"))  // state.screen: the second page
        draft[.birthDate] = CalendarDay(year: 1990, month: 5, day: 17)
        try await profiles.complete(draft)  // state.screen: the app
    }
    // snippet.end

    // snippet.save
    /// Saves a name that the user changes in the settings, and returns the message to show.
    public func rename(to name: String) async throws(AuthError) -> String {
        var draft = try await profiles.draft()
        draft[.name] = name
        switch try await profiles.save(draft) {
        case .saved: return "Saved"
        case .queued: return "Saved on this phone, and sent when you are online"
        }
    }
    // snippet.end

    // snippet.follow
    /// Shows the user's name, now and after each change of the profile.
    public func follow(_ show: (String?) -> Void) async {
        for await snapshot in profiles.snapshots { show(snapshot?.profile[.name]) }
    }
    // snippet.end
}
