import Sesame
import SesameFirebase
import SesameText
import SesameTexts

/// One of the example apps, as far as it differs from the others.
struct PhoneApp: Sendable {
    /// A field of a form, with its label.
    struct Field: Sendable {
        let name: String
        let label: Text
        /// The text of each value, where it is one of a few.
        let choices: [String: Text]

        init(_ name: String, _ label: Text, choices: [String: Text] = [:]) {
            self.name = name
            self.label = label
            self.choices = choices
        }
    }

    let name: SceneName
    /// The title of the page where nobody is signed in.
    var signInTitle = TextKey.loginTitle
    /// The ways to sign in, in the order in which they are shown.
    let ways: [SignInMethod]
    /// True if people sign in with an address and a password, too.
    var allowsPasswords = false
    /// True if people sign in by a code to their address, too.
    var allowsMailedCodes = false
    /// The scopes that Apple's sheet asks for.
    var request = AppleScopes.nameAndEmail
    /// The roles that are chosen from before the sign-in.
    var roles: [String] = []
    /// The texts of the roles.
    var roleNames: [String: Text] = [:]
    /// The registration form, in apps that have one.
    var registration: [(field: RegistrationField, label: TextKey)] = []
    /// The steps of the onboarding, if it has any.
    var steps: OnboardingSteps?
    /// The fields of each step; in an onboarding without steps, of its only page.
    var pages: [[Field]] = []

    /// The project by which the app speaks Appwrite's protocol; nil where it speaks Sesame's own.
    var appwriteProject: String?
    /// The person's document, where the app has a Firebase project.
    var document = FirestoreProfileLayout(updatedAt: nil, lastSignInAt: nil)

    /// True if the app shows its people the id of their account.
    var showsAccount = false

    /// The labels of profile fields, for somebody who is told what is missing.
    func labels(of fields: [String]) -> Text {
        fields.map { name in pages.joined().first { $0.name == name }?.label ?? Text(verbatim: name) }.list
    }

    /// The id at the server.
    var id: String { name.rawValue }
}
