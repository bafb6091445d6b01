import Sesame
import SesameFirebase
import SesameText
import SesameTexts

/// An example app: its sign-in methods, forms, onboarding and protocol.
struct PhoneApp: Sendable {
    /// A profile field on an onboarding page, with its label.
    struct Field: Sendable {
        let name: String
        let label: Text
        /// The label of each allowed value; empty for free text.
        let choices: [String: Text]

        init(_ name: String, _ label: Text, choices: [String: Text] = [:]) {
            self.name = name
            self.label = label
            self.choices = choices
        }
    }

    let name: ScenarioName
    var signInTitle = TextKey.loginTitle
    /// The sign-in methods, in display order.
    let ways: [SignInMethod]
    /// True if users can sign in with an email address and a password.
    var allowsPasswords = false
    /// True if users can sign in with an emailed code.
    var allowsMailedCodes = false
    /// The scopes that Apple's sheet requests.
    var request = AppleScopes.nameAndEmail
    /// The roles to choose from before sign-in; empty if the app has none.
    var roles: [String] = []
    /// The display name of each role. A role without a display name is displayed as it is.
    var roleNames: [String: Text] = [:]
    /// The registration form; empty if the app has none.
    var registration: [(field: RegistrationField, label: TextKey)] = []
    /// The steps of the onboarding; nil if it is a single page.
    var steps: OnboardingSteps?
    /// The fields of each step, or of the only page if the onboarding has no steps.
    var pages: [[Field]] = []

    /// The app's Appwrite project id; nil if the app does not use Appwrite's protocol.
    var appwriteProject: String?
    /// The layout of the user's Firestore document, for apps with a Firebase project.
    var document = FirestoreProfileLayout(updatedAt: nil, lastSignInAt: nil)

    /// True if the app shows users their account id.
    var showsAccount = false

    /// Returns the labels of profile fields as a list, for a message about missing fields.
    func labels(of fields: [String]) -> Text {
        fields.map { name in pages.joined().first { $0.name == name }?.label ?? Text(verbatim: name) }.list
    }

    /// The app's id in the server's configuration, which is the scenario's name.
    var id: String { name.rawValue }
}
