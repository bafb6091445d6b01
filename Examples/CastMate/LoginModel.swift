public import Sesame
public import SesameTexts

/// The model of the login page: the switch between actor and agency, Google's button and the result.
@MainActor public final class LoginModel {
    /// The app's next screen.
    public enum Destination: Equatable {
        /// The login page, also while the app is launching or loading, and in states for which this app has no screen.
        case login
        /// The registration form, with Google's email address and the names entered before, or else the names from
        /// Google.
        case registration(nom: String, prenom: String, email: String?)
        /// The home screen of actors, also shown to users whose role is missing or unknown.
        case actorHome
        /// The home screen of agencies, for users with the role `RECRUTEUR`.
        case agencyHome
    }

    /// The role chosen on the switch.
    public var userType = UserType.actor

    private let state: AppState
    private let google: @Sendable (UserType) -> any CredentialSource
    private let texts: Texts

    /// Creates the model of the page over the app's state, with French texts by default.
    /// - Parameter google: The Google sign-in, for example ``GoogleAuthManager/source(for:)``.
    public init(
        _ state: AppState, texts: Texts = Texts(.french), google: @escaping @Sendable (UserType) -> any CredentialSource
    ) {
        self.state = state
        self.texts = texts
        self.google = google
    }

    /// The text of Google's button in the model's language.
    public var buttonTitle: String { texts[.continueWithGoogle] }

    /// The message of the last error; nil if there is none.
    public var message: String? { state.problem.map { texts.message(for: $0) } }

    /// The app's next screen, chosen by the account's role and not by the switch.
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

    /// Signs in with Google. A user without an account gets the registration form.
    public func continueWithGoogle() async {
        await state.signIn(using: google(userType))
    }

    /// Sends the form: creates the account with the role of the switch, and signs in without another Google sign-in.
    public func register(nom: String, prenom: String, bio: String? = nil) async {
        guard case .registration(var form) = state.screen else { return }
        form.role = userType.rawValue
        form.profile = ["nom": .string(nom), "prenom": .string(prenom)]
        form.profile["bio"] = bio.map(JSONValue.string)
        state.updateRegistration(form)
        await state.register()
    }
}

/// A profile source that reports every profile as finished, because the registration asks for all fields.
public struct FinishedProfiles: ProfileSource {
    /// Creates a source that needs neither a server nor storage.
    public init() {}

    /// Returns a finished profile for every user.
    public func load(for user: UserAuthInfo) async -> ProfileLookupResult { .found(.finished) }
}
