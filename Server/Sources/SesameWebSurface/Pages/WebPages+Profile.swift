import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns the profile section of the account page: the user's fields, the onboarding state, and a link to the
    /// profile form if the user may edit the profile.
    func profile(_ view: AccountRecord, _ app: App, _ context: Context) -> Markup {
        let language = context.language
        let rows = rows(of: ProfileForm(app.profile, showing: view.account.profile.fields), in: app, language)
        let state = Self.row(
            ProfileText.onboarding[language], ProfileText.state(view.account.profile.onboarding, in: app)[language])
        let list: Markup = "<dl>\(rows)\(app.profile.asksForSomething ? state : "")</dl>"
        let nothing: Markup = "<p class=\"hint\">\(ProfileText.empty[language])</p>"
        guard !app.profile.editable.isEmpty else { return rows.text.isEmpty ? nothing : list }
        if app.profile.refusesChanges(of: view) {
            let names = app.profile.providers.map(providers.name(of:)).joined(separator: ", ")
            return "\(list)<p class=\"hint\">\(ProfileText.needs(names)[language])</p>"
        }
        return """
            \(list)<p><a class="button small" href="\(context.path("/account/profile"))">\
            \(ProfileText.edit[language])</a></p>
            """
    }

    /// The errors of a submitted profile form, and the HTTP status of the page that shows them; 200 without errors.
    struct ProfileFormErrors: Sendable {
        var byInput: [String: Text] = [:]
        var summary: Text?
        var status = HTTPResponseStatus.ok
    }

    /// Returns the page with the profile form (`GET /account/profile`): the fields that the user may change, and the
    /// state of the onboarding.
    func editProfile(
        _ view: AccountRecord, _ caller: Caller, form: ProfileForm? = nil,
        problems: ProfileFormErrors = ProfileFormErrors(),
        cookie: Secret, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: caller.app)
        let language = context.language
        let profile = view.account.profile
        let form = form ?? ProfileForm(caller.app.profile, showing: profile.fields)
        let summary: Markup =
            problems.summary.map { "<p class=\"banner\" role=\"alert\">\($0[language])</p>" } ?? ""
        var buttons: [Markup] = [Self.button(ProfileText.save[language], to: "save", style: "primary")]
        if profile.onboarding != .completed {
            buttons.append(Self.button(ProfileText.finish[language], to: "finish", style: ""))
        }
        buttons.append(
            "<a class=\"button\" href=\"\(context.path("/account"))\">\(NoticeText.backToAccount[language])</a>")
        let title = ProfileText.heading[language]
        let content = files[.register].render([
            "step": .text(
                caller.app.profile.asksForSomething
                    ? ProfileText.progress(ProfileText.state(profile.onboarding, in: caller.app))[language] : ""),
            "heading": .text(title), "lead": .text(""), "problem": .markup(summary),
            "action": .text(context.path("/account/profile")),
            "hidden": .markup("\(csrfToken(for: cookie))\(Self.hidden("version", String(profile.version)))"),
            "fields": .markup(
                """
                \(inputs(of: form, problems: problems.byInput, in: caller.app, language))\
                \(steps(profile.onboarding, in: caller.app, language))
                """),
            "buttons": .markup("\(buttons)"),
        ])
        return page(content, title: title, context, own: ("/account/profile", []), status: problems.status)
    }

    private static func button(_ text: String, to action: String, style: String) -> Markup {
        "<button class=\"button \(style)\" type=\"submit\" name=\"to\" value=\"\(action)\">\(text)</button>"
    }

    /// Returns the selection of the next onboarding step, with the steps that are reachable from the current one; empty
    /// if the onboarding is completed or has no steps.
    private func steps(_ onboarding: Onboarding, in app: App, _ language: Language) -> Markup {
        let plan = app.profile.onboarding
        guard onboarding != .completed, !plan.steps.isEmpty else { return "" }
        var options = plan.reachable(from: onboarding).map { ($0, app.label($0)[language]) }
        var current = ""
        if case .inProgress(let step?) = onboarding {
            current = step
        } else {
            options.insert(("", ProfileText.state(onboarding, in: app)[language]), at: 0)
        }
        let attributes: Markup = "id=\"step\" name=\"step\""
        return """
            <label for="step">\(ProfileText.step[language])</label>\(Self.select(options, current, attributes))
            """
    }
}
