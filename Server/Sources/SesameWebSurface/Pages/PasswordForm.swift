import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// The registration form with an email address and a password. No page contains the password, so the user types it
/// again after an error.
struct PasswordForm: Sendable {
    let app: App
    var email = ""
    var role: String?
    var form: ProfileForm
    var showsProblems = false
    /// The error to show beside the password input; nil if there is none.
    var problem: PasswordText.Problem?
    /// The strength of the posted password; nil if no password was posted, or if it is empty or too long.
    var strength: PasswordStrength?

    init(_ app: App, role: String?) {
        self.app = app
        self.role = role
        form = ProfileForm(app.profile)
    }

    /// Creates the form from posted fields. A role that the app does not have counts as missing.
    init(_ app: App, posted fields: QueryParameters) {
        self.app = app
        email = fields["email"] ?? ""
        role = app.roles.first { $0.hasSameBytes(as: fields["role"] ?? "") }
        form = ProfileForm(app.profile, posted: fields)
    }

    /// The parsed email address; nil if the entered one is invalid.
    var address: EmailAddress? { EmailAddress(email) }

    /// The entered profile fields as JSON values, without the blank ones.
    var profile: JSONObject { form.changes() }

    /// The errors by the input's name: an invalid email address, a missing role, missing profile fields, and the first
    /// invalid profile field.
    var problems: [String: Text] {
        var problems = app.problems(with: profile)
        if address == nil { problems["email"] = PasswordText.noAddress }
        if !app.roles.isEmpty, role == nil { problems["role"] = RegisterText.roleMissing }
        return problems
    }
}

extension App {
    /// Returns the strength of a posted password: `weak` if it was refused as too weak; nil if it is empty or too long,
    /// or if the app has no passwords.
    func strength(of password: Secret, after refusal: AccountError? = nil) -> PasswordStrength? {
        guard !password.exposed.isEmpty, password.exposed.utf8.count <= PasswordPolicy.maxBytes else { return nil }
        return refusal?.weakness == nil ? passwords?.strength(of: password) : .weak
    }

    /// Returns the errors of a registration's profile by the input's name: each missing field, and the first invalid
    /// field.
    func problems(with profile: JSONObject) -> [String: Text] {
        var problems: [String: Text] = [:]
        for name in self.profile.missing(in: profile) { problems[name] = RegisterText.required }
        if let field = self.profile.refusal(ofRegistrationWith: profile)?.field {
            problems[ProfileForm.input(of: field)] = ProfileText.invalid
        }
        return problems
    }
}

/// The state of the password sign-in form: the entered email address, and the error of the previous attempt.
struct PasswordEntry: Sendable {
    let visit: PasswordPageContext
    var email = ""
    var problem: PasswordText.Problem?

    init(_ visit: PasswordPageContext, email: String = "", problem: PasswordText.Problem? = nil) {
        self.visit = visit
        self.email = email
        self.problem = problem
    }
}

extension QueryParameters {
    /// The posted password in Unicode normalization form C, as the SDKs send it. A password chosen on a page therefore
    /// also works in the app; empty if the field is missing.
    var password: Secret { Secret((self["password"] ?? "").precomposedStringWithCanonicalMapping) }
}
