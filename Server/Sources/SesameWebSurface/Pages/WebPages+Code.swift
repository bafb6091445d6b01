import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText

extension WebPages {
    /// Returns the page that an emailed link opens. A form redeems the code, so that a mail scanner that follows links
    /// does not. For a code that only the app can redeem, the page asks the user to open the link in the app.
    ///
    /// - Parameter problem: The error in the previously entered password.
    func code(
        _ content: CodeContent, _ code: Secret, asking question: CodeQuestion, problem: CodeFormError? = nil, app: App,
        request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let language = context.language
        guard content.purpose != .signIn, question != .askingSession else {
            return say(
                CodeText.inAppTitle, CodeText.inAppLead, link: context.path("/apps/\(app.id)"), label: CodeText.back,
                context)
        }
        let (cookie, field) = formCookie(request)
        let title = CodeText.title(content.purpose)[language]
        let form = files[.register].render([
            "step": .text(app.id.description), "heading": .text(title), "lead": .text(content.name),
            "problem": .markup(question == .none ? "" : "<p>\(CodeText.question[language])</p>"),
            "action": .text(context.path("/account/code/\(app.id)")),
            "hidden": .markup("\([csrfToken(for: cookie), Self.hidden("code", code.exposed)])"),
            "fields": .markup(passwordField(content.purpose, question, problem, app, language)),
            "buttons": .markup(buttons(content.purpose, question, language)),
        ])
        let status: HTTPResponseStatus = problem == nil ? .ok : .unprocessableEntity
        return page(form, title: title, context, status: status).setting(field)
    }

    private func passwordField(
        _ purpose: CodePurpose, _ question: CodeQuestion, _ problem: CodeFormError?, _ app: App, _ language: Language
    ) -> Markup {
        switch (purpose, question) {
        case (.resetPassword, _):
            Self.newPasswordInput(
                CodeText.password, problem: problem?.text, strength: problem?.strength,
                minimum: app.passwords?.minLength, language)
        case (_, .ownerByPassword):
            Self.passwordInput(CodeText.ownPassword[language], problem?.text[language], completion: "current-password")
        default: ""
        }
    }

    private func buttons(_ purpose: CodePurpose, _ question: CodeQuestion, _ language: Language) -> Markup {
        guard question != .none else {
            return "<button class=\"button primary\" type=\"submit\">\(CodeText.button(purpose)[language])</button>"
        }
        return """
            <button class="button primary" type="submit" name="answer" value="yes">\(CodeText.yes[language])</button>\
            <button class="button" type="submit" name="answer" value="no" formnovalidate>\(CodeText.no[language])</button>
            """
    }

    /// Returns the page shown after a user has stated that an account, or a change of an account's email address, is
    /// not theirs.
    func codeDisowned(_ purpose: CodePurpose, app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        return say(
            CodeText.disownedTitle(purpose), CodeText.disownedLead(purpose), link: context.path("/apps/\(app.id)"),
            label: CodeText.back, context)
    }

    /// Returns the page that confirms the effect of a redeemed code, such as a verified email address or a new
    /// password.
    func codeUsed(_ purpose: CodePurpose, app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        return say(
            CodeText.doneTitle(purpose), CodeText.doneLead(purpose), link: context.path("/apps/\(app.id)"),
            label: CodeText.back, context)
    }

    /// Returns the page, with status 404, for a link that was used or replaced, or that has expired.
    func codeExpired(app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        return say(
            CodeText.expiredTitle, CodeText.expiredLead, link: context.path("/apps/\(app.id)"), label: CodeText.back,
            context, status: .notFound)
    }
}

/// An error in the password that a user entered on the page of an emailed link.
struct CodeFormError: Sendable {
    let text: Text
    /// The strength of a refused new password; nil if the new password is empty or too long, or if the form asked for
    /// the current password.
    let strength: PasswordStrength?
}
