import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension WebPages: SignInPages {
    func signedIn(_ session: Session, app: App, request: HTTPRequest) -> HTTPResponse {
        let rest = max(0, Int(session.endsAt.timeIntervalSince(accounts.now)))
        let cookie = sessionCookie.field(accounts.webCookie(of: session.id), maximumAge: rest)
        return .redirect(to: context(request, app: app).path("/account")).setting(cookie)
    }

    func notice(
        _ notice: SignInNotice, app: App?, request: HTTPRequest, status: HTTPResponseStatus
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let text = NoticeText(notice)
        let path = app.map { "/apps/\($0.id)" } ?? "/"
        let title = text.title[context.language]
        let content = files[.notice].render([
            "heading": .text(title), "lead": .text(text.lead[context.language]),
            "path": .text(context.path(path)), "label": .text(NoticeText.goOn[context.language]),
        ])
        return page(content, title: title, context, status: status)
    }

    func choose(app: App, links: [(Provider, String)], request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        let buttons = links.map { provider, link in button(provider, link, context) }
        return signIn(app, context, roles: "", buttons: buttons)
    }

    /// `GET /`: the apps.
    func home(_ request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: nil)
        let apps = apps.apps.values.sorted { $0.id.description < $1.id.description }
        let items: [Markup] = apps.map { app in
            "<li><a class=\"button\" href=\"\(context.path("/apps/\(app.id)"))\">\(app.id.description)</a></li>"
        }
        let title = SignInText.homeTitle[context.language]
        let content = files[.home].render([
            "heading": .text(title), "lead": .text(SignInText.homeLead[context.language]),
            "apps": .markup("\(items)"),
        ])
        return page(content, title: title, context, own: ("/", []), navigation: accountLink(request, context))
    }

    /// `GET /apps/{app}`: how to sign in.
    func app(_ app: App, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        let path = "/apps/\(app.id)"
        let asked = request.query["role"] ?? ""
        let role = app.roles.first { $0.hasSameBytes(as: asked) }
        let offered = offers(app)
        var buttons = offered.map { provider in
            button(
                provider,
                "/sign-in/\(provider.rawValue)?" + FormText.encode(["app": app.id.description, "role": role]), context)
        }
        let (cookie, field) = formCookie(request)
        if app.allowsAnonymous {
            let icon = files.path(.guest)
            buttons.append(
                """
                <form method="post" action="\(context.path(path + "/guest"))">\(formToken(for: cookie))\
                <button class="button" type="submit"><img src="\(icon)" alt="">\
                \(SignInText.guest[context.language])</button></form>
                """)
        }
        return signIn(
            app, context, roles: offered.isEmpty ? "" : roles(of: app, chosen: role, context), buttons: buttons,
            own: (path, role.map { [("role", $0)] } ?? []), navigation: accountLink(request, context)
        ).setting(field)
    }

    private func signIn(
        _ app: App, _ context: Context, roles: Markup, buttons: [Markup], own: (String, [(String, String)])? = nil,
        navigation: Markup = ""
    ) -> HTTPResponse {
        let title = SignInText.title[context.language]
        let lead =
            buttons.isEmpty
            ? SignInText.nothing[context.language] : "\(SignInText.lead[context.language]) \(app.id)."
        let content = files[.app].render([
            "heading": .text(title), "lead": .text(lead), "roles": .markup(roles), "buttons": .markup("\(buttons)"),
        ])
        return page(content, title: title, context, own: own, navigation: navigation)
    }

    private func roles(of app: App, chosen: String?, _ context: Context) -> Markup {
        guard !app.roles.isEmpty else { return "" }
        let links: [Markup] = app.roles.map { role in
            let isChosen = chosen.map(role.hasSameBytes) ?? false
            let current: Markup = isChosen ? " aria-current=\"true\"" : ""
            let path = context.path("/apps/\(app.id)", ["role": role])
            return "<a href=\"\(path)\"\(current)>\(SignInText.name(ofRole: role)[context.language])</a>"
        }
        return "<nav class=\"roles\" aria-label=\"\(SignInText.role[context.language])\">\(links)</nav>"
    }

    func button(_ provider: Provider, _ link: String, _ context: Context) -> Markup {
        let icon = files.path(provider == .apple ? .apple : .google)
        let text = SignInText.button(provider)[context.language]
        return "<a class=\"button \(provider.rawValue)\" href=\"\(link)\"><img src=\"\(icon)\" alt=\"\">\(text)</a>"
    }

    private func accountLink(_ request: HTTPRequest, _ context: Context) -> Markup {
        guard sessionCookie.value(in: request) != nil else { return "" }
        return "<a href=\"\(context.path("/account"))\">\(SignInText.account[context.language])</a>"
    }
}
