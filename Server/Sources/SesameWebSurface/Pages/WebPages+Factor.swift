import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

/// A form that asks for a code of a second factor, for a sign-in, a reauthentication or a new factor.
struct FactorForm: Sendable {
    /// The path to which the browser posts the form.
    let path: String
    /// The hidden inputs, among them the CSRF token.
    let hidden: [Markup]
    /// The account's second factors; the form offers to send a code to each phone. Empty for a new factor.
    let factors: [SecondFactor]
    /// The error in the previously entered code; nil if there is none.
    var problem: Text?
    var title = FactorText.title
    var lead = FactorText.lead
    /// The markup above the input: the QR code and the key of a new authenticator app.
    var above: Markup = ""
}

extension WebPages {
    /// Returns the page that asks for the second factor of a pending sign-in.
    ///
    /// - Parameter next: The secret under which the pending sign-in is stored.
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

    /// Returns a page that asks for a code, with a button for each phone that can receive one. The status is 422 after
    /// a wrong code.
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
