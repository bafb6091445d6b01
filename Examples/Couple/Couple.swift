public import Sesame

/// The parts of the app, once.
@MainActor public struct Couple {
    /// The parts of the app: `AuthGate(couple.client)` runs them.
    public let client: SesameClient

    /// The app over a configuration, which says where the people and their documents are.
    public init(_ configuration: AuthConfiguration) {
        client = SesameClient(configuration, onboarding: .steps(OnboardingModel.steps))
    }

    /// The session, and the way to sign in and out.
    public var auth: AuthManager { client.auth }

    /// The person's document.
    public var profiles: ProfileStore { client.profiles }

    /// The screen to show.
    public var state: AppState { client.state }
}
