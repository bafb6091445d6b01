import SesameAccounts
import SesameCore
import SesameHTTP

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
    var values: [String: String] = [:]

    /// Begins with what the provider stated.
    init(_ registration: Refusal.Registration, app: App, role: String?, next: Secret?) {
        self.app = app
        ticket = registration.ticket
        self.next = next
        self.role = app.roles.first { $0.hasSameBytes(as: role ?? "") }
        for field in app.profile.all {
            values[field] = Self.prefill(field, registration.claims)
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
        for field in app.profile.all {
            values[field] = form["profile.\(field)"]
        }
    }

    /// The steps that people of this app take.
    var steps: [Step] {
        (app.roles.isEmpty ? [] : [.role]) + (app.profile.all.isEmpty ? [] : [.profile]) + [.confirm]
    }

    /// The first step at which something is missing.
    var open: Step {
        if !app.roles.isEmpty, role == nil { return .role }
        return missing.isEmpty ? .submit : .profile
    }

    /// The required fields that are empty.
    var missing: [String] {
        app.profile.required.filter { field in !(values[field] ?? "").contains { !$0.isWhitespace } }
    }

    /// The profile as the domain takes it.
    var profile: JSONObject {
        var profile = JSONObject()
        for field in app.profile.all {
            if let value = values[field], !value.isEmpty { profile[field] = .string(value) }
        }
        return profile
    }

    private static func prefill(_ field: String, _ claims: IdentityClaims) -> String? {
        let known = [
            "nom": claims.familyName, "familyName": claims.familyName, "prenom": claims.givenName,
            "givenName": claims.givenName, "displayName": claims.displayName,
        ]
        return known.first { $0.key.hasSameBytes(as: field) }?.value
    }
}
