import Foundation
import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameText
import SesameWire

extension WebPages {
    /// Sets the session cookie after a sign-in to Sesame's own pages, and redirects to the account page.
    func signedIn(_ session: Session, app: App, request: HTTPRequest) -> HTTPResponse {
        let rest = max(0, Int(session.endsAt.timeIntervalSince(accounts.environment.now)))
        let cookie = sessionCookie.field(accounts.sessions.sessionCookie(of: session.id), maxAge: rest)
        return .redirect(to: context(request, app: app).path("/account")).setting(cookie)
    }

    /// Returns a page with a notice and a link to continue: to the account page if linking or a reauthentication was
    /// refused, otherwise to the app's sign-in page, or to the start page if the app is nil. The page never repeats the
    /// user's input.
    func notice(
        _ notice: SignInNotice, app: App?, request: HTTPRequest, status: HTTPResponseStatus
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let text = NoticeText.text(of: notice)
        let isOfAccount = [.otherPerson, .notLinked].contains(notice)
        let path = isOfAccount ? AccountPageDestination.account.path : app.map { "/apps/\($0.id)" } ?? "/"
        return say(
            text.title, text.lead, link: context.path(path),
            label: isOfAccount ? NoticeText.backToAccount : NoticeText.startAgain, context, status: status)
    }

    /// Returns a page that continues to a URL by itself, with the header field `Refresh`. The URL may lead to another
    /// site or open an app. The page replaces a redirect after a form; see
    /// ``AuthorizationAPI/startFromForm(_:_:_:_:)``.
    func goOn(
        to address: String, _ title: Text, _ lead: Text, app: App, request: HTTPRequest
    ) -> HTTPResponse {
        var response = say(title, lead, link: address, label: RegisterText.next, context(request, app: app))
        response.headers.add(name: "Refresh", value: "0;url=\(address)")
        return response
    }

    func say(
        _ title: Text, _ lead: Text, link: String, label: Text, _ context: Context,
        status: HTTPResponseStatus = .ok
    ) -> HTTPResponse {
        let content = files[.notice].render([
            "heading": .text(title[context.language]), "lead": .text(lead[context.language]), "path": .text(link),
            "label": .text(label[context.language]),
        ])
        return page(content, title: title[context.language], context, status: status)
    }

    /// Returns the page on which the user chooses a sign-in method if the request to `/authorize` contains no provider.
    ///
    /// - Parameters:
    ///   - links: The providers to offer, each with its URL.
    ///   - entry: The content of the password sign-in form; nil in an app without passwords, and when an identity is
    ///     linked.
    func choose(
        app: App, links: [(Provider, String)], entry: PasswordEntry?, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let buttons = links.map { provider, link in button(provider, link, context) }
        let fields = request.query.all.filter { $0.name != "lang" }
        let (cookie, field) = formCookie(request)
        return signIn(
            app, context, roles: "", buttons: buttons, form: entry.map { passwordForm($0, cookie, context) },
            own: ("/authorize", fields)
        ).setting(entry == nil ? nil : field)
    }

    /// Returns the start page with the list of apps (`GET /`).
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

    /// Returns an app's sign-in page (`GET /apps/{app}`).
    ///
    /// - Parameter entry: The state of the password sign-in form; nil for an empty form.
    func app(_ app: App, entry: PasswordEntry? = nil, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: app)
        let path = "/apps/\(app.id)"
        let asked = request.query["role"] ?? ""
        let role = app.roles.first { $0.hasSameBytes(as: asked) }
        let offered = offers(app)
        var buttons = offered.map { provider in
            button(
                provider,
                context.path("/sign-in/\(provider.rawValue)", ["app": app.id.description, "role": role]), context)
        }
        let (cookie, field) = formCookie(request)
        if app.allowsAnonymous {
            let icon = files.path(.guest)
            buttons.append(
                """
                <form method="post" action="\(context.path(path + "/guest"))">\(csrfToken(for: cookie))\
                <button class="button" type="submit"><img src="\(icon)" alt="">\
                \(SignInText.guest[context.language])</button></form>
                """)
        }
        let form =
            accounts.logins.allowsPasswords(app)
            ? passwordForm(entry ?? PasswordEntry(PasswordPageContext(app, role: role)), cookie, context) : nil
        let hasRoles = !offered.isEmpty || form != nil
        return signIn(
            app, context, roles: hasRoles ? roles(of: app, chosen: role, context) : "", buttons: buttons, form: form,
            own: (path, role.map { [("role", $0)] } ?? []), navigation: accountLink(request, context)
        ).setting(field)
    }

    private func signIn(
        _ app: App, _ context: Context, roles: Markup, buttons: [Markup], form: Markup?,
        own: (String, [(String, String)])? = nil, navigation: Markup = ""
    ) -> HTTPResponse {
        let title = SignInText.title[context.language]
        let lead =
            buttons.isEmpty && form == nil
            ? SignInText.nothing[context.language] : "\(SignInText.lead[context.language]) \(app.id)."
        let content = files[.app].render([
            "heading": .text(title), "lead": .text(lead), "roles": .markup(roles), "buttons": .markup("\(buttons)"),
            "form": .markup(form ?? ""),
        ])
        return page(content, title: title, context, own: own, navigation: navigation)
    }

    private func roles(of app: App, chosen: String?, _ context: Context) -> Markup {
        guard !app.roles.isEmpty else { return "" }
        let links: [Markup] = app.roles.map { role in
            let isChosen = chosen.map(role.hasSameBytes) ?? false
            let current: Markup = isChosen ? " aria-current=\"true\"" : ""
            let path = context.path("/apps/\(app.id)", ["role": role])
            return "<a href=\"\(path)\"\(current)>\(app.label(role)[context.language])</a>"
        }
        return "<nav class=\"roles\" aria-label=\"\(SignInText.role[context.language])\">\(links)</nav>"
    }

    private func button(_ provider: Provider, _ link: String, _ context: Context) -> Markup {
        "<a class=\"button \(provider.rawValue)\" href=\"\(link)\">\(label(provider, context))</a>"
    }

    /// Returns the logo, if there is one, and the label of a provider's button.
    func label(_ provider: Provider, _ context: Context) -> Markup {
        let icon: Markup =
            WebAssets.Asset(rawValue: "\(provider.rawValue).svg").map { "<img src=\"\(files.path($0))\" alt=\"\">" }
            ?? ""
        return "\(icon)\(SignInText.button(providers.name(of: provider))[context.language])"
    }

    private func accountLink(_ request: HTTPRequest, _ context: Context) -> Markup {
        guard sessionCookie.value(in: request) != nil else { return "" }
        return "<a href=\"\(context.path("/account"))\">\(SignInText.account[context.language])</a>"
    }
}
