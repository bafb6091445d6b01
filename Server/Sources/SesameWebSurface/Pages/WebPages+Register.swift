import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText
import SesameWire

extension WebPages {
    /// Returns the first step of the registration form for an identity without an account. The role step is skipped if
    /// the role is already chosen or the app has no roles.
    ///
    /// - Parameter next: The secret under which a client's request is stored until the form is complete; nil on
    ///   Sesame's own pages.
    func register(
        _ registration: AccountError.Registration, app: App, role: String?, next: Secret?, request: HTTPRequest
    ) -> HTTPResponse {
        let draft = RegistrationDraft(registration, app: app, role: role, next: next)
        let first: RegistrationDraft.Step = draft.role == nil ? .role : .profile
        let step = draft.steps.contains(first) ? first : draft.steps.first ?? .confirm
        return register(draft, at: step, showsProblems: false, request: request)
    }

    /// Returns the page of one step of the registration form. Hidden fields carry the inputs of the other steps.
    func register(
        _ draft: RegistrationDraft, at step: RegistrationDraft.Step, showsProblems: Bool, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: draft.app)
        let language = context.language
        let (cookie, field) = formCookie(request)
        var hidden = [
            csrfToken(for: cookie), Self.hidden("app", draft.app.id.description),
            Self.hidden("ticket", draft.ticket.exposed),
        ]
        if let next = draft.next { hidden.append(Self.hidden("next", next.exposed)) }
        if step != .role, let role = draft.role { hidden.append(Self.hidden("role", role)) }
        if step != .profile {
            hidden += draft.form.inputs.compactMap { input in
                draft.form.texts[input.name].map { Self.hidden("profile.\(input.name)", $0) }
            }
        }
        let (title, lead, fields): (Text, Text, Markup) =
            switch step {
            case .role:
                (
                    RegisterText.roleTitle, RegisterText.roleLead,
                    roleFields(
                        draft.app, chosen: draft.role, language, hasProblem: showsProblems && draft.role == nil)
                )
            case .profile:
                (
                    RegisterText.profileTitle, RegisterText.profileLead,
                    inputs(of: draft.form, problems: showsProblems ? draft.problems : [:], in: draft.app, language)
                )
            case .confirm, .submit: (RegisterText.confirmTitle, RegisterText.confirmLead, summary(draft, language))
            }
        let index = draft.steps.firstIndex(of: step) ?? draft.steps.count - 1
        let counter =
            "\(RegisterText.step[language]) \(index + 1) \(RegisterText.of[language]) \(draft.steps.count)"
        let isLast = index == draft.steps.count - 1
        let following = isLast ? .submit : draft.steps[index + 1]
        var buttons: [Markup] = [
            Self.button(
                to: following, isLast ? RegisterText.create[language] : RegisterText.next[language], isPrimary: true)
        ]
        if index > 0 {
            buttons.append(Self.button(to: draft.steps[index - 1], RegisterText.back[language], isPrimary: false))
        }
        let content = files[.register].render([
            "step": .text(counter), "heading": .text(title[language]), "lead": .text(lead[language]),
            "problem": .markup(""),
            "action": .text(context.path("/register")), "hidden": .markup("\(hidden)"), "fields": .markup(fields),
            "buttons": .markup("\(buttons)"),
        ])
        let status: HTTPResponseStatus = showsProblems ? .unprocessableEntity : .ok
        var response = page(content, title: title[language], context, status: status)
        // Browsers cannot go back to a page that is the response to a `POST` and must not be stored.
        response.headers.replaceOrAdd(name: "Cache-Control", value: "private, no-cache")
        return response.setting(field)
    }

    private static func button(to step: RegistrationDraft.Step, _ text: String, isPrimary: Bool) -> Markup {
        let style = isPrimary ? "button primary" : "button"
        return "<button class=\"\(style)\" type=\"submit\" name=\"to\" value=\"\(step.rawValue)\">\(text)</button>"
    }

    /// Returns radio buttons for the app's roles, with an error if the user has chosen none.
    func roleFields(_ app: App, chosen: String?, _ language: Language, hasProblem: Bool) -> Markup {
        let radios: [Markup] = app.roles.map { role in
            let checked: Markup = role.hasSameBytes(as: chosen ?? "") ? " checked" : ""
            let name = app.label(role)[language]
            return
                "<label class=\"radio\"><input type=\"radio\" name=\"role\" value=\"\(role)\"\(checked)>\(name)</label>"
        }
        let problem: Markup =
            hasProblem
            ? "<p class=\"error\" id=\"role-error\" role=\"alert\">\(RegisterText.roleMissing[language])</p>" : ""
        let described: Markup = hasProblem ? " aria-describedby=\"role-error\"" : ""
        return "<fieldset\(described)><legend>\(RegisterText.role[language])</legend>\(radios)\(problem)</fieldset>"
    }

    private func summary(_ draft: RegistrationDraft, _ language: Language) -> Markup {
        var rows: [Markup] = []
        if let role = draft.role {
            rows.append(Self.row(RegisterText.role[language], draft.app.label(role)[language]))
        }
        if !draft.profile.isEmpty { rows.append(self.rows(of: draft.form, in: draft.app, language)) }
        return rows.isEmpty ? "" : "<dl>\(rows)</dl>"
    }

    static func row(_ name: String, _ value: String) -> Markup {
        "<dt>\(name)</dt><dd>\(value)</dd>"
    }
}
