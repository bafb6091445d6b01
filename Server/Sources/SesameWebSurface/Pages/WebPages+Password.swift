import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

extension WebPages {
    /// Returns the form of the sign-in page: an email address, a password, and links to the registration and, if the
    /// server sends email, to the password reset.
    func passwordForm(_ entry: PasswordEntry, _ cookie: Secret, _ context: Context) -> Markup {
        let (visit, language) = (entry.visit, context.language)
        let reset: Markup =
            accounts.messages.sendsMail
            ? "<a class=\"button\" href=\"\(visit.address(of: .forgotten, context))\">\(PasswordText.forgotten[language])</a>"
            : ""
        return """
            <form method="post" action="\(visit.address(of: .signIn, context))">\(csrfToken(for: cookie))\
            \(emailInput(entry.email, problem: nil, completion: "username", language))\
            \(Self.passwordInput(
                PasswordText.password[language], entry.problem?.text[language], completion: "current-password"))\
            <div class="buttons"><button class="button primary" type="submit">\(PasswordText.signIn[language])</button>\
            <a class="button" href="\(visit.address(of: .register, context))">\(PasswordText.register[language])</a>\
            \(reset)</div></form>
            """
    }

    /// Returns the registration page. After an error the form keeps all inputs except the password.
    func register(_ form: PasswordForm, _ visit: PasswordPageContext, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: visit.app)
        let language = context.language
        let (cookie, field) = formCookie(request)
        let problems = form.showsProblems ? form.problems : [:]
        let roles: Markup =
            visit.app.roles.isEmpty
            ? "" : roleFields(visit.app, chosen: form.role, language, hasProblem: problems["role"] != nil)
        let fields: Markup = """
            \(emailInput(form.email, problem: problems["email"], completion: "email", language))\
            \(Self.newPasswordInput(
                PasswordText.password, problem: form.problem?.text, strength: form.strength,
                minimum: visit.app.passwords?.minLength, language))\
            \(roles)\(inputs(of: form.form, problems: problems, in: visit.app, language))
            """
        let content = formPage(
            .register, visit, PasswordText.registerTitle, PasswordText.registerLead, token: csrfToken(for: cookie),
            fields, button: RegisterText.create, context)
        return page(
            content, title: PasswordText.registerTitle[language], context,
            own: form.showsProblems || form.problem != nil ? nil : own(.register, visit),
            status: form.showsProblems ? .unprocessableEntity : .ok
        ).setting(field)
    }

    /// Returns the page that asks for the email address of a user who forgot their password.
    func forgotten(_ visit: PasswordPageContext, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: visit.app)
        let (cookie, field) = formCookie(request)
        let content = formPage(
            .forgotten, visit, PasswordText.forgotten, PasswordText.forgottenLead, token: csrfToken(for: cookie),
            emailInput("", problem: nil, completion: "username", context.language), button: PasswordText.send, context)
        return page(
            content, title: PasswordText.forgotten[context.language], context, own: own(.forgotten, visit)
        ).setting(field)
    }

    /// Returns the page shown after a request for a reset link. The page is the same for every email address, so that
    /// it does not reveal who has an account.
    func resetSent(_ visit: PasswordPageContext, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: visit.app)
        let path = visit.client == nil ? context.path("/apps/\(visit.app.id)") : visit.address(of: .authorize, context)
        return say(
            PasswordText.sentTitle, PasswordText.sentLead, link: path, label: PasswordText.back, context)
    }

    private func own(_ page: PasswordPageContext.Page, _ visit: PasswordPageContext) -> (String, [(String, String)]) {
        (page.rawValue, visit.fields.map { ($0.name, $0.value) })
    }

    private func formPage(
        _ page: PasswordPageContext.Page, _ visit: PasswordPageContext, _ title: Text, _ lead: Text, token: Markup,
        _ fields: Markup, button: Text, _ context: Context
    ) -> Markup {
        files[.register].render([
            "step": .text(visit.app.id.description), "heading": .text(title[context.language]),
            "lead": .text(lead[context.language]), "problem": .markup(""),
            "action": .text(visit.address(of: page, context)), "hidden": .markup(token), "fields": .markup(fields),
            "buttons": .markup(
                "<button class=\"button primary\" type=\"submit\">\(button[context.language])</button>"),
        ])
    }

    private func emailInput(
        _ email: String, problem: Text?, completion: String, _ language: Language
    ) -> Markup {
        let state: Markup = problem == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"email-error\""
        let error: Markup =
            problem.map { "<p class=\"error\" id=\"email-error\" role=\"alert\">\($0[language])</p>" } ?? ""
        return """
            <label for="email">\(PasswordText.email[language])</label>\
            <input type="email" id="email" name="email" autocomplete="\(completion)" value="\(email)" required\(state)>\
            \(error)
            """
    }
}
