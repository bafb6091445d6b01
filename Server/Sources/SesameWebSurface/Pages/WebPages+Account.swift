import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns the account page (`GET /account`): the profile, sign-in methods, second factors, sessions, devices and
    /// recent activity.
    func account(
        _ view: AccountRecord, _ caller: Caller, sessions: [Session], devices: [Device],
        events: [SecurityEvent], undoEnd: Date?, cookie: Secret, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: caller.app)
        let language = context.language
        let token = csrfToken(for: cookie)
        let hasOthers = sessions.contains { $0.id != caller.session.id }
        let items: [Markup] = sessions.map { session in
            let isCurrent = session.id == caller.session.id
            let name = isCurrent ? AccountText.current[language] : AccountText.other[language]
            let text = "\(name), \(AccountText.since[language]) \(Self.time(session.createdAt))"
            guard !isCurrent else { return "<li><span>\(text)</span></li>" }
            return """
                <li><span>\(text)</span><form method="post" action="\(context.path("/account/sessions/end"))">\(token)\
                \(Self.hidden("session", session.id.description))<button class="button small" type="submit" \
                aria-label="\(AccountText.end[language]): \(text)">\(AccountText.end[language])</button></form></li>
                """
        }
        let endOthers =
            hasOthers
            ? form("/account/sessions/end-others", AccountText.endOthers[language], style: "small", token, context) : ""
        let title = AccountText.title[language]
        let content = files[.account].render([
            "heading": .text(title), "banner": .markup(banner(view, caller, context)),
            "aboutHeading": .text(AccountText.about[language]), "about": .markup(about(view, caller.app, language)),
            "privacy": .markup(privacy(caller.app, language)),
            "profileHeading": .text(ProfileText.heading[language]),
            "profile": .markup(profile(view, caller.app, context)),
            "methodsHeading": .text(LinkText.heading[language]),
            "methods": .markup(methods(view, token, context)),
            "additions": .markup(additions(view, caller.app, token, context)),
            "factors": .markup(factors(view, caller, token, context)),
            "undo": .markup(undo(until: undoEnd, token, context)),
            "sessionsHeading": .text(AccountText.sessions[language]), "sessions": .markup("\(items)"),
            "endOthers": .markup(endOthers),
            "devicesHeading": .text(DeviceText.heading[language]),
            "devices": .markup(self.devices(devices, caller, token, context)),
            "dataHeading": .text(AccountText.data[language]), "dataLead": .text(AccountText.dataLead[language]),
            "data": .markup(form("/account/export", AccountText.download[language], style: "small", token, context)),
            "activityHeading": .text(ActivityText.heading[language]),
            "activity": .markup(activity(events, caller, context)),
            "signOut": .markup(
                form("/account/sign-out", AccountText.signOut[language], style: "primary", token, context)),
            "deletePath": .text(context.path("/account/delete")), "deleteLabel": .text(AccountText.delete[language]),
        ])
        return page(content, title: title, context, own: ("/account", []))
    }

    /// Returns the page that asks the user to confirm the deletion of the account (`GET /account/delete`).
    func confirmDeletion(_ caller: Caller, cookie: Secret, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: caller.app)
        let language = context.language
        let title = AccountText.deleteTitle[language]
        let delete = form(
            "/account/delete", AccountText.deleteConfirm[language], style: "danger", csrfToken(for: cookie), context)
        let content = files[.delete].render([
            "heading": .text(title), "lead": .text(AccountText.deleteLead[language]), "delete": .markup(delete),
            "backPath": .text(context.path("/account")), "backLabel": .text(AccountText.keep[language]),
        ])
        return page(content, title: title, context, own: ("/account/delete", []))
    }

    /// Returns the page that asks the user to sign in again, by a linked provider or the password; by a second factor
    /// if the account has one. The user then returns to `place`.
    func confirm(
        _ view: AccountRecord, _ caller: Caller, for place: AccountPageDestination, problem: Text? = nil,
        request: HTTPRequest
    ) -> HTTPResponse {
        if !view.factors.isEmpty { return confirmByFactor(view, caller, for: place, request: request) }
        let context = context(request, app: caller.app)
        let title = AccountText.confirmTitle[context.language]
        let offered = offers(caller.app).filter { provider in view.identities.contains { $0.provider == provider } }
        let fields: Markup =
            "\(csrfToken(for: accounts.sessions.sessionCookie(of: caller.session.id)))\(Self.hidden("for", place.rawValue))"
        let forms: [Markup] = offered.map { provider in
            """
            <form method="post" action="\(context.path("/sign-in/confirm/\(provider.rawValue)"))">\(fields)\
            <button class="button \(provider.rawValue)" type="submit">\(label(provider, context))</button></form>
            """
        }
        let back: Markup =
            "<a class=\"button\" href=\"\(context.path("/account"))\">\(NoticeText.backToAccount[context.language])</a>"
        var password: Markup = ""
        if accounts.logins.allowsPasswords(caller.app), view.login(.email)?.password != nil {
            let text = PasswordText.password[context.language]
            password = """
                <form method="post" action="\(context.path("/account/confirm/password"))">\(fields)\
                \(Self.passwordInput(text, problem?[context.language], completion: "current-password"))\
                <div class="buttons"><button class="button primary" type="submit">\(FactorText.next[context.language])\
                </button></div></form>
                """
        }
        let content = files[.app].render([
            "heading": .text(title), "lead": .text(AccountText.stepUp[context.language]), "roles": .markup(""),
            "buttons": .markup("\(forms)"), "form": .markup("\(password)<div class=\"buttons\">\(back)</div>"),
        ])
        return page(content, title: title, context, own: (place.path, []), status: .forbidden)
    }

    func form(
        _ path: String, _ text: String, style: String, _ token: Markup, _ context: Context
    ) -> Markup {
        """
        <form method="post" action="\(context.path(path))">\(token)\
        <button class="button \(style)" type="submit">\(text)</button></form>
        """
    }

    /// Returns the notice that some actions need a recent sign-in, with a link; empty after a recent sign-in.
    private func banner(_ view: AccountRecord, _ caller: Caller, _ context: Context) -> Markup {
        guard caller.needsReauthentication(view) else { return "" }
        let path = context.path("/account/confirm")
        let again = AccountText.signInAgain[context.language]
        let text = AccountText.stepUp[context.language]
        return "<p class=\"banner\" role=\"status\">\(text) <a href=\"\(path)\">\(again)</a></p>"
    }

    /// Returns the notice that a pseudonymous app stores little of the user's data; empty for other apps. It never
    /// claims that the app stores nothing.
    private func privacy(_ app: App, _ language: Language) -> Markup {
        app.privacy.isPseudonymous ? "<p class=\"step\">\(AccountText.pseudonymous[language])</p>" : ""
    }

    private func about(_ view: AccountRecord, _ app: App, _ language: Language) -> Markup {
        let claims = app.claims(of: view)
        let names = [claims.givenName, claims.familyName].compactMap { $0 }.joined(separator: " ")
        var rows = [Self.row(AccountText.app[language], view.account.app.description)]
        if let name = claims.displayName ?? (names.isEmpty ? nil : names) {
            rows.append(Self.row(AccountText.name[language], name))
        }
        if let email = claims.email { rows.append(Self.row(AccountText.email[language], email)) }
        let ways = view.identities.map { providers.name(of: $0.provider) }
        rows.append(
            Self.row(
                AccountText.providers[language],
                ways.isEmpty ? AccountText.guest[language] : ways.joined(separator: ", ")))
        if let role = view.account.role {
            rows.append(Self.row(AccountText.role[language], app.label(role)[language]))
        }
        rows.append(Self.row(AccountText.identifier[language], view.account.id.description))
        return "\(rows)"
    }

    /// Returns the date and time to the minute, in UTC, because the server does not know the user's time zone.
    static func time(_ date: Date) -> String {
        let text = date.ISO8601Format()
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
