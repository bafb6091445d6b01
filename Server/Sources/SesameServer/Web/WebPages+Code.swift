import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension WebPages {
    /// What a mailed link leads to: a form, so that a mail scanner that follows links uses nothing up.
    ///
    /// - Parameter problem: What was wrong with the form before.
    func code(
        _ content: CodeContent, _ code: Secret, problem: PageText? = nil, app: App, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let language = context.language
        guard content.purpose != .signIn else {
            return say(
                CodeText.inAppTitle, CodeText.inAppLead, link: context.path("/apps/\(app.id)"), label: CodeText.back,
                context)
        }
        let (cookie, field) = formCookie(request)
        let title = CodeText.title(content.purpose)[language]
        let input = Self.passwordInput(
            CodeText.password[language], problem?[language], completion: "new-password")
        let form = files[.register].render([
            "step": .text(app.id.description), "heading": .text(title), "lead": .text(content.name),
            "problem": .markup(""), "action": .text(context.path("/account/code/\(app.id)")),
            "hidden": .markup("\([formToken(for: cookie), Self.hidden("code", code.exposed)])"),
            "fields": .markup(content.purpose == .resetPassword ? input : ""),
            "buttons": .markup(
                "<button class=\"button primary\" type=\"submit\">\(CodeText.button(content.purpose)[language])</button>"
            ),
        ])
        let status: HTTPResponseStatus = problem == nil ? .ok : .unprocessableEntity
        return page(form, title: title, context, status: status).setting(field)
    }

    /// What a link has done.
    func codeUsed(_ purpose: CodePurpose, app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        return say(
            CodeText.doneTitle(purpose), CodeText.doneLead(purpose), link: context.path("/apps/\(app.id)"),
            label: CodeText.back, context)
    }

    /// A link that does nothing any more.
    func codeExpired(app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        return say(
            CodeText.expiredTitle, CodeText.expiredLead, link: context.path("/apps/\(app.id)"), label: CodeText.back,
            context, status: .notFound)
    }
}
