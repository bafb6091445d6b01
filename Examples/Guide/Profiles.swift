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
    /// The state that the screen shows.
    public let state: AppState

    /// The parts of the app's client.
    public init(_ configuration: AuthConfiguration) {
        // snippet.make
        let client = SesameClient(
            configuration, onboarding: .steps(OnboardingSteps("aboutYou", "goals")))
        // client.profiles knows the person's profile, client.state follows it.
        // snippet.end
        (profiles, state) = (client.profiles, client.state)
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
    /// Shows the user's state from now on.
    public func follow(_ show: (String?) -> Void) async {
        for await snapshot in profiles.snapshots { show(snapshot?.profile[.name]) }
    }
    // snippet.end
}
