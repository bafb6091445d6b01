import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText
import SesameWire

/// A registration form under way. All of it travels in the form, so the server keeps nothing between the steps.
struct RegistrationDraft: Sendable {
    /// The steps, in their order.
    enum Step: String, Sendable {
        case role, profile, confirm, submit
    }

    let app: App
    let ticket: Secret
    /// The secret under which the request of a client waits for the form's end; nil for our own pages.
    let next: Secret?
    var role: String?
    var form: ProfileForm

    /// Begins with what the provider stated.
    init(_ registration: Refusal.Registration, app: App, role: String?, next: Secret?) {
        self.app = app
        ticket = registration.ticket
        self.next = next
        self.role = app.roles.first { $0.hasSameBytes(as: role ?? "") }
        form = ProfileForm(app.profile)
        for field in app.profile.editable {
            form[field.name] = registration.claims.prefill(field) ?? ""
        }
    }

    /// Reads a posted form; nil when it is none of ours.
    init?(_ form: QueryParameters, apps: AppDirectory) {
        guard let app = AppID(form["app"] ?? "").flatMap({ apps[$0] }), let ticket = form["ticket"], !ticket.isEmpty
        else { return nil }
        self.app = app
        self.ticket = Secret(ticket)
        next = form["next"].map(Secret.init)
        role = app.roles.first { $0.hasSameBytes(as: form["role"] ?? "") }
        self.form = ProfileForm(app.profile, posted: form)
    }

    /// The steps that people of this app take.
    var steps: [Step] {
        (app.roles.isEmpty ? [] : [.role]) + (app.profile.editable.isEmpty ? [] : [.profile]) + [.confirm]
    }

    /// The first step at which something is missing or wrong.
    var open: Step {
        if !app.roles.isEmpty, role == nil { return .role }
        return problems.isEmpty ? .submit : .profile
    }

    /// The wrong fields by input.
    var problems: [String: Text] { app.problems(with: profile) }

    /// The profile as the domain takes it.
    var profile: JSONObject { form.changes() }
}
