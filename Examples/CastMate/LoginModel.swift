public import Sesame
public import SesameTexts

/// The one login page: the switch between actor and agency, Google's button, and what comes of it.
@MainActor public final class LoginModel {
    /// The app's next screen.
    public enum Destination: Equatable {
        /// The login page.
        case login
        /// The registration, with what Google states filled in.
        case registration(nom: String, prenom: String, email: String?)
        /// The actors' part of the app.
        case actorHome
        /// The agencies' part of the app.
        case agencyHome
    }

    /// The role chosen on the switch.
    public var userType = UserType.actor

    private let state: AppState
    private let google: @Sendable (UserType) -> any CredentialSource
    private let texts: Texts

    /// The page over the app's state.
    /// - Parameter google: What signs in, for example ``GoogleAuthManager/source(for:)``.
    public init(
        _ state: AppState, texts: Texts = Texts(.french), google: @escaping @Sendable (UserType) -> any CredentialSource
    ) {
        self.state = state
        self.texts = texts
        self.google = google
    }

    /// The button's text.
    public var buttonTitle: String { texts[.continueWithGoogle] }

    /// The message for the user; nil if there is none.
    public var message: String? { state.problem.map { texts.message(for: $0) } }

    /// The app's next screen, by the account's role and not the switch.
    public var destination: Destination {
        switch state.screen {
        case .registration(let form):
            .registration(
                nom: form.profile["nom"]?.string ?? form.prefill.familyName ?? "",
                prenom: form.profile["prenom"]?.string ?? form.prefill.givenName ?? "", email: form.prefill.email)
        case .ready(let user): user.role == UserType.agency.rawValue ? .agencyHome : .actorHome
        case .launching, .locked, .welcome, .secondFactor, .loading, .onboarding: .login
        }
    }

    /// Continues with Google. A person with an account is signed in; somebody new gets the form.
    public func continueWithGoogle() async {
        await state.signIn(using: google(userType))
    }

    /// Sends the form: makes the account with the role of the switch, and signs in. Google is not asked again.
    public func register(nom: String, prenom: String, bio: String? = nil) async {
        guard case .registration(var form) = state.screen else { return }
        form.role = userType.rawValue
        form.profile = ["nom": .string(nom), "prenom": .string(prenom)]
        form.profile["bio"] = bio.map(JSONValue.string)
        state.fillRegistration(form)
        await state.register()
    }
}

/// The registration makes the account and asks for all that there is: whoever is signed in has finished.
public struct FinishedProfiles: ProfileSource {
    /// The source.
    public init() {}

    /// Everybody has finished.
    public func load(for user: UserAuthInfo) async -> ProfileAnswer { .found(.finished) }
}
