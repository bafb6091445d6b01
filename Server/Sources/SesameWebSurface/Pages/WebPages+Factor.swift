import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// A form that asks for a second factor.
struct FactorForm: Sendable {
    /// The path of the form.
    let path: String
    /// The hidden inputs.
    let hidden: [Markup]
    /// The factors of which the user must verify one.
    let factors: [SecondFactor]
    /// The error of the previous form.
    var problem: Text?
    /// The title of the page.
    var title = FactorText.title
    var lead = FactorText.lead
    /// The markup above the input.
    var above: Markup = ""
}

extension WebPages {
    /// Returns the page that asks for the second factor of a sign-in in progress.
    ///
    /// - Parameter next: The secret under which the sign-in is stored.
    func factor(
        _ factors: [SecondFactor], next: Secret, problem: Text? = nil, lead: Text = FactorText.lead, app: App,
        request: HTTPRequest
    ) -> HTTPResponse {
        let (cookie, field) = formCookie(request)
        let form = FactorForm(
            path: "/sign-in/second-factor",
            hidden: [csrfToken(for: cookie), Self.hidden("next", next.exposed)], factors: factors, problem: problem,
            lead: lead)
        return factor(form, app: app, request: request).setting(field)
    }

    /// Returns a page that asks for a second factor, and offers to send codes.
    func factor(_ form: FactorForm, app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        let language = context.language
        let sends: [Markup] = form.factors.compactMap { factor in
            factor.maskedNumber.map { number in
                """
                <button class="button" type="submit" name="send" value="\(factor.id)" formnovalidate>\
                \(FactorText.send[language]) \(number)</button>
                """
            }
        }
        let error: Markup =
            form.problem.map { "<p class=\"error\" id=\"code-error\" role=\"alert\">\($0[language])</p>" } ?? ""
        let state: Markup = form.problem == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"code-error\""
        let content = files[.register].render([
            "step": .text(app.id.description), "heading": .text(form.title[language]),
            "lead": .text(form.lead[language]), "problem": .markup(form.above),
            "action": .text(context.path(form.path)),
            "hidden": .markup("\(form.hidden)"),
            "fields": .markup(
                """
                <label for="code">\(FactorText.code[language])</label>\
                <input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" \
                spellcheck="false" required\(state)>\(error)
                """),
            "buttons": .markup(
                "<button class=\"button primary\" type=\"submit\">\(FactorText.next[language])</button>\(sends)"),
        ])
        return page(
            content, title: form.title[language], context,
            status: form.problem == nil ? .ok : .unprocessableEntity)
    }
}
