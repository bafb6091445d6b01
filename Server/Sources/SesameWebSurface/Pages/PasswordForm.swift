import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// The form of somebody new with an address and a password. The password is in no page: whoever has something to correct
/// types it again.
struct PasswordForm: Sendable {
    let app: App
    var email = ""
    var role: String?
    var form: ProfileForm
    var showsProblems = false
    /// The server's error, if any.
    var problem: PasswordText.Problem?
    /// The strength of the password that was in it.
    var strength: PasswordStrength?

    /// An empty form.
    init(_ app: App, role: String?) {
        self.app = app
        self.role = role
        form = ProfileForm(app.profile)
    }

    /// The form as it was posted.
    init(_ app: App, posted fields: QueryParameters) {
        self.app = app
        email = fields["email"] ?? ""
        role = app.roles.first { $0.hasSameBytes(as: fields["role"] ?? "") }
        form = ProfileForm(app.profile, posted: fields)
    }

    /// The address, if it is one.
    var address: EmailAddress? { EmailAddress(email) }

    /// The profile as the domain takes it.
    var profile: JSONObject { form.changes() }

    /// The missing or wrong inputs.
    var problems: [String: Text] {
        var problems = app.problems(with: profile)
        if address == nil { problems["email"] = PasswordText.noAddress }
        if !app.roles.isEmpty, role == nil { problems["role"] = RegisterText.roleMissing }
        return problems
    }
}

extension App {
    /// Returns the strength of a password that was typed in a form; nil for none.
    func strength(of password: Secret, after refusal: Refusal? = nil) -> PasswordStrength? {
        guard !password.exposed.isEmpty, password.exposed.utf8.count <= PasswordPolicy.greatestSize else { return nil }
        return refusal?.weakness == nil ? passwords?.strength(of: password) : .weak
    }

    /// Returns the wrong inputs of a registration's profile.
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
    let visit: PasswordVisit
    var email = ""
    var problem: PasswordText.Problem?

    init(_ visit: PasswordVisit, email: String = "", problem: PasswordText.Problem? = nil) {
        self.visit = visit
        self.email = email
        self.problem = problem
    }
}

extension QueryParameters {
    /// The password of a form, in normal form C as the libraries for apps send it: what was chosen on a page opens the
    /// account in the app, whichever way a keyboard writes its letters.
    var password: Secret { Secret((self["password"] ?? "").precomposedStringWithCanonicalMapping) }
}
