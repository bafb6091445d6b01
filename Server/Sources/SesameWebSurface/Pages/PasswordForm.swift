import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// The registration form with an email address and a password. The password is never in a page, so the user types it
/// again after an error.
struct PasswordForm: Sendable {
    let app: App
    var email = ""
    var role: String?
    var form: ProfileForm
    var showsProblems = false
    /// The server's error, if any.
    var problem: PasswordText.Problem?
    /// The strength of the posted password; nil if none was posted.
    var strength: PasswordStrength?

    /// Creates an empty form.
    init(_ app: App, role: String?) {
        self.app = app
        self.role = role
        form = ProfileForm(app.profile)
    }

    /// Creates the form from posted fields.
    init(_ app: App, posted fields: QueryParameters) {
        self.app = app
        email = fields["email"] ?? ""
        role = app.roles.first { $0.hasSameBytes(as: fields["role"] ?? "") }
        form = ProfileForm(app.profile, posted: fields)
    }

    /// The email address, if it is valid.
    var address: EmailAddress? { EmailAddress(email) }

    /// The profile fields as the domain expects them.
    var profile: JSONObject { form.changes() }

    /// The error of each missing or invalid input, by the input's name.
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

    /// Returns the error of each missing or invalid field of a registration's profile, by the input's name.
    func problems(with profile: JSONObject) -> [String: Text] {
        var problems: [String: Text] = [:]
        for name in self.profile.missing(in: profile) { problems[name] = RegisterText.required }
        if let field = self.profile.refusal(ofRegistrationWith: profile)?.field {
            problems[ProfileForm.input(of: field)] = ProfileText.invalid
        }
        return problems
    }
}

/// The content of the sign-in form.
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
    /// The password of a form, in normal form C as the SDKs send it. A password chosen on a page therefore works in the
    /// app, independent of the keyboard's encoding.
    var password: Secret { Secret((self["password"] ?? "").precomposedStringWithCanonicalMapping) }
}
