public import Sesame
public import SesameTexts

/// The state that `AuthenticationStepView` shows: two buttons, progress and a message.
///
/// After a sign-in, the app state's screen is the onboarding for a user who has not completed it, and the app for all
/// others.
@MainActor public struct AuthenticationService {
    private let state: AppState
    private let apple: any CredentialSource
    private let google: any CredentialSource
    private let texts: Texts

    /// Creates the service with the app's state and the sources of Apple's and Google's credentials.
    public init(
        _ state: AppState, apple: some CredentialSource, google: some CredentialSource, texts: Texts = Texts()
    ) {
        self.state = state
        self.apple = apple
        self.google = google
        self.texts = texts
    }

    /// The step's title, which asks the user to create a secure account.
    public var title: String { texts[.createSecureAccount] }

    /// True while a sign-in or another operation of the user runs.
    public var isLoading: Bool { state.isBusy }

    /// The message of the last error; nil without an error, or if the user canceled.
    public var errorMessage: String? { state.problem.map { texts.message(for: $0) } }

    /// Signs in with Apple, or does nothing while another operation runs.
    public func signInWithApple() async {
        await state.signIn(using: apple)
    }

    /// Signs in with Google, or does nothing while another operation runs.
    public func signInWithGoogle() async {
        await state.signIn(using: google)
    }
}
