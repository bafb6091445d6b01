import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// A registration form in progress. The form contains all inputs so far; between the steps the server stores only the
/// ticket's digest, the provider's identity, and a client's request.
struct RegistrationDraft: Sendable {
    /// A step of the registration form, in order; `submit` creates the account.
    enum Step: String, Sendable {
        case role, profile, confirm, submit
    }

    let app: App
    let ticket: Secret
    /// The secret under which a client's request is stored until the form is complete; nil on Sesame's own pages.
    let next: Secret?
    var role: String?
    var form: ProfileForm

    /// Creates a draft whose profile fields are prefilled from the provider's claims.
    init(_ registration: AccountError.Registration, app: App, role: String?, next: Secret?) {
        self.app = app
        ticket = registration.ticket
        self.next = next
        self.role = app.roles.first { $0.hasSameBytes(as: role ?? "") }
        form = ProfileForm(app.profile)
        for field in app.profile.editable {
            form[field.name] = registration.claims.prefill(field) ?? ""
        }
    }

    /// Creates a draft from a posted form; nil if its app is unknown or its ticket is missing.
    init?(_ form: QueryParameters, apps: AppDirectory) {
        guard let app = AppID(form["app"] ?? "").flatMap({ apps[$0] }), let ticket = form["ticket"], !ticket.isEmpty
        else { return nil }
        self.app = app
        self.ticket = Secret(ticket)
        next = form["next"].map(Secret.init)
        role = app.roles.first { $0.hasSameBytes(as: form["role"] ?? "") }
        self.form = ProfileForm(app.profile, posted: form)
    }

    /// The steps that the app's registration shows, in order. An app without roles has no `role` step, an app without
    /// editable fields no `profile` step.
    var steps: [Step] {
        (app.roles.isEmpty ? [] : [.role]) + (app.profile.editable.isEmpty ? [] : [.profile]) + [.confirm]
    }

    /// The first step with a missing or invalid input; ``Step/submit`` if the form is complete.
    var open: Step {
        if !app.roles.isEmpty, role == nil { return .role }
        return problems.isEmpty ? .submit : .profile
    }

    /// The errors by the input's name: each missing profile field, and the first invalid profile field.
    var problems: [String: Text] { app.problems(with: profile) }

    /// The entered profile fields as JSON values, without the blank ones.
    var profile: JSONObject { form.changes() }
}
