import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// A registration form in progress. The form contains the whole state, so that the server stores nothing between the
/// steps.
struct RegistrationDraft: Sendable {
    /// The steps, in order.
    enum Step: String, Sendable {
        case role, profile, confirm, submit
    }

    let app: App
    let ticket: Secret
    /// The secret under which a client's request is stored until the form is complete; nil on Sesame's own pages.
    let next: Secret?
    var role: String?
    var form: ProfileForm

    /// Creates a draft from the provider's claims.
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

    /// Creates a draft from a posted form; nil if the form names no app or has no ticket.
    init?(_ form: QueryParameters, apps: AppDirectory) {
        guard let app = AppID(form["app"] ?? "").flatMap({ apps[$0] }), let ticket = form["ticket"], !ticket.isEmpty
        else { return nil }
        self.app = app
        self.ticket = Secret(ticket)
        next = form["next"].map(Secret.init)
        role = app.roles.first { $0.hasSameBytes(as: form["role"] ?? "") }
        self.form = ProfileForm(app.profile, posted: form)
    }

    /// The steps of registration in this app, in order. A step without inputs is left out.
    var steps: [Step] {
        (app.roles.isEmpty ? [] : [.role]) + (app.profile.editable.isEmpty ? [] : [.profile]) + [.confirm]
    }

    /// The first step with a missing or invalid input; ``Step/submit`` if the form is complete.
    var open: Step {
        if !app.roles.isEmpty, role == nil { return .role }
        return problems.isEmpty ? .submit : .profile
    }

    /// The error of each missing or invalid profile input, by the input's name.
    var problems: [String: Text] { app.problems(with: profile) }

    /// The profile fields as the domain expects them.
    var profile: JSONObject { form.changes() }
}
