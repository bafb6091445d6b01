public import Sesame
public import SesameTexts

/// The state that `AuthenticationStepView` shows: two buttons, progress and a message.
///
/// After a sign-in, the app state's screen is the onboarding for a new user, and the app for a known one.
@MainActor public struct AuthenticationService {
    private let state: AppState
    private let apple: any CredentialSource
    private let google: any CredentialSource
    private let texts: Texts

    /// Creates the service over the app's state.
    public init(
        _ state: AppState, apple: some CredentialSource, google: some CredentialSource, texts: Texts = Texts()
    ) {
        self.state = state
        self.apple = apple
        self.google = google
        self.texts = texts
    }

    /// The title of the step.
    public var title: String { texts[.createSecureAccount] }

    /// True if a sign-in is running.
    public var isLoading: Bool { state.isBusy }

    /// The message of the last error; nil without an error, or if the user canceled.
    public var errorMessage: String? { state.problem.map { texts.message(for: $0) } }

    /// Signs in with Apple. A second tap does nothing.
    public func signInWithApple() async {
        await state.signIn(using: apple)
    }

    /// Signs in with Google. A second tap does nothing.
    public func signInWithGoogle() async {
        await state.signIn(using: google)
    }
}
