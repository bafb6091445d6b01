public import Sesame

/// The couple app's client, with shortcuts to its manager, profile store and state. The app creates one at launch.
@MainActor public struct Couple {
    /// The client, which `AuthGate(couple.client)` runs.
    public let client: SesameClient

    /// Creates the app with a configuration, which selects the server of the accounts and documents.
    public init(_ configuration: AuthConfiguration) {
        client = SesameClient(configuration, onboarding: .steps(OnboardingModel.steps))
    }

    /// The manager of the session, which signs in and out.
    public var auth: AuthManager { client.auth }

    /// The store of the user's document.
    public var profiles: ProfileStore { client.profiles }

    /// The app's state, which selects the screen.
    public var state: AppState { client.state }
}
