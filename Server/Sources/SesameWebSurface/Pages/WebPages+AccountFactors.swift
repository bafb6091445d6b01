import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns the account's second factors, each with a button to remove it, and the factors that can be added; empty
    /// if the account has no factor and cannot add one.
    func factors(_ view: AccountRecord, _ caller: Caller, _ token: Markup, _ context: Context) -> Markup {
        let (language, kinds) = (context.language, caller.app.secondFactors.kinds)
        guard !view.factors.isEmpty || (!kinds.isEmpty && !view.isAnonymous) else { return "" }
        let items: [Markup] = view.factors.map { factor in
            let text = [FactorText.name(of: factor.kind)[language], factor.displayName, factor.maskedNumber]
                .compactMap { $0 }.joined(separator: ", ")
            return """
                <li><span>\(text)</span><form method="post" action="\(context.path("/account/second-factors/remove"))">\
                \(token)\(Self.hidden("factor", factor.id))<button class="button small" type="submit" \
                aria-label="\(LinkText.remove[language]): \(text)">\(LinkText.remove[language])</button></form></li>
                """
        }
        var additions: [Markup] = []
        if kinds.contains(.totp), !view.factors.contains(where: { $0.kind == .totp }) {
            additions.append(
                form("/account/second-factors", FactorText.addApp[language], style: "small", token, context))
        }
        if kinds.contains(.phone) {
            additions.append(
                """
                <form method="post" action="\(context.path("/account/second-factors"))">\(token)\
                <label for="phone">\(FactorText.number[language])</label>\
                <input type="tel" id="phone" name="phone" autocomplete="tel" required>\
                <button class="button small" type="submit">\(FactorText.addPhone[language])</button></form>
                """)
        }
        if !view.factors.isEmpty {
            additions.append(
                form("/account/recovery-codes", FactorText.makeCodes[language], style: "small", token, context))
        }
        return """
            <section aria-labelledby="factors"><h2 id="factors">\(FactorText.heading[language])</h2>\
            <ul class="sessions">\(items)</ul><div class="additions">\(additions)</div></section>
            """
    }

    /// Returns the page on which a signed-in user reauthenticates with a second factor. The user then returns to
    /// `place`.
    func confirmByFactor(
        _ view: AccountRecord, _ caller: Caller, for place: AccountPageDestination, problem: Text? = nil,
        lead: Text = AccountText.stepUp, request: HTTPRequest
    ) -> HTTPResponse {
        let form = FactorForm(
            path: "/account/confirm/second-factor",
            hidden: [
                csrfToken(for: accounts.sessions.sessionCookie(of: caller.session.id)),
                Self.hidden("for", place.rawValue),
            ], factors: view.factors, problem: problem, lead: lead)
        return factor(form, app: caller.app, request: request)
    }

    /// Returns the page that asks for the first code of a second factor that the user is adding.
    ///
    /// - Parameter secret: The secret for an authenticator app; nil for a phone, and if the user has already entered
    ///   the secret in the app.
    func newFactor(
        _ kind: SecondFactor.Kind, _ secret: PendingFactorEnrollment.SharedSecret?, _ caller: Caller,
        problem: Text? = nil,
        request: HTTPRequest
    ) -> HTTPResponse {
        let language = context(request, app: caller.app).language
        var form = FactorForm(
            path: "/account/second-factors/confirm",
            hidden: [
                csrfToken(for: accounts.sessions.sessionCookie(of: caller.session.id)),
                Self.hidden("kind", kind.rawValue),
            ], factors: [], problem: problem)
        form.title = FactorText.name(of: kind)
        form.lead = kind == .phone ? FactorText.sent : secret == nil ? FactorText.appAgain : FactorText.appLead
        if let secret {
            let picture = QRCode(secret.address.exposed)?.picture(label: FactorText.picture[language])
            form.above = """
                \(picture ?? "")<dl>\(Self.row(FactorText.secret[language], secret.text.exposed))</dl>\
                <p><a class="button" href="\(secret.address.exposed)">\(FactorText.openApp[language])</a></p>
                """
        }
        return factor(form, app: caller.app, request: request)
    }

    /// Returns the page with new recovery codes. No later page can show the codes again.
    func recoveryCodes(_ codes: [Secret], _ caller: Caller, request: HTTPRequest) -> HTTPResponse {
        let context = context(request, app: caller.app)
        let language = context.language
        let title = FactorText.codesTitle[language]
        let items: [Markup] = codes.map { "<li><code>\($0.exposed)</code></li>" }
        let content = files[.app].render([
            "heading": .text(title), "lead": .text(FactorText.codesLead[language]),
            "roles": .markup("<ul class=\"sessions\">\(items)</ul>"), "form": .markup(""),
            "buttons": .markup(
                "<a class=\"button\" href=\"\(context.path("/account"))\">\(NoticeText.backToAccount[language])</a>"),
        ])
        return page(content, title: title, context)
    }
}
