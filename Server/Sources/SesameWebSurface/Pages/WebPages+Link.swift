import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns the identities linked to the account, each with a button to remove it unless it is the only one.
    func methods(_ view: AccountRecord, _ token: Markup, _ context: Context) -> Markup {
        let language = context.language
        let items: [Markup] = view.identities.map { identity in
            let text = [providers.name(of: identity.provider), identity.claims.email].compactMap { $0 }
                .joined(separator: ", ")
            guard view.identities.count > 1 else { return "<li><span>\(text)</span></li>" }
            return """
                <li><span>\(text)</span><form method="post" action="\(context.path("/account/unlink"))">\(token)\
                \(Self.hidden("provider", identity.provider.rawValue))<button class="button small" type="submit" \
                aria-label="\(LinkText.remove[language]): \(text)">\(LinkText.remove[language])</button></form></li>
                """
        }
        return items.isEmpty ? "<li><span>\(LinkText.none[language])</span></li>" : "\(items)"
    }

    /// Returns a button for each provider that the user can link. Empty for a guest whose upgrade needs the
    /// registration form, because a role or required profile fields are missing.
    func additions(_ view: AccountRecord, _ app: App, _ token: Markup, _ context: Context) -> Markup {
        if view.isAnonymous, !app.canUpgradeWithoutForm(view.account) { return "" }
        let missing = offers(app).filter { provider in !view.identities.contains { $0.provider == provider } }
        let forms = missing.map { provider in
            form(
                "/sign-in/link/\(provider.rawValue)", LinkText.add(providers.name(of: provider))[context.language],
                style: "small", token, context)
        }
        return forms.isEmpty ? "" : "<div class=\"additions\">\(forms)</div>"
    }

    /// Returns the form that undoes a merge, with the deadline; empty if no merge can be undone.
    func undo(until end: Date?, _ token: Markup, _ context: Context) -> Markup {
        guard let end else { return "" }
        let hint = LinkText.undoHint(Self.time(end))[context.language]
        return """
            <p class="hint">\(hint)</p>\
            \(form("/account/merge/undo", LinkText.undo[context.language], style: "small", token, context))
            """
    }

    /// Returns the page on which the user chooses between two accounts: merge both if that is possible, switch to the
    /// other one, or stay.
    func decide(
        _ conflict: AccountError.IdentityConflict, _ session: SessionID, app: App, request: HTTPRequest
    ) -> HTTPResponse {
        let context = context(request, app: app)
        let language = context.language
        let fields: Markup =
            "\(csrfToken(for: accounts.sessions.sessionCookie(of: session)))\(Self.hidden("ticket", conflict.ticket.exposed))"
        func choice(_ choice: ConflictChoice, _ text: Text, _ hint: Text) -> Markup {
            """
            <form method="post" action="\(context.path("/account/decide"))">\(fields)\
            \(Self.hidden("choice", choice.rawValue))<button class="button" type="submit" \
            aria-describedby="\(choice.rawValue)">\(text[language])</button>\
            <p id="\(choice.rawValue)" class="hint">\(hint[language])</p></form>
            """
        }
        var choices: [Markup] = []
        if let merge = conflict.merge {
            choices.append(choice(.merge, LinkText.merge, LinkText.merge(overriding: merge.overridden, in: app)))
        }
        choices.append(choice(.switch, LinkText.enter, LinkText.enterHint))
        choices.append(choice(.keep, LinkText.keep, LinkText.keepHint))
        let title = LinkText.conflictTitle[language]
        let claims = conflict.app.claims(of: conflict.account)
        let name = [claims.nameToShow, claims.email].compactMap { $0 }
        let content = files[.app].render([
            "heading": .text(title),
            "lead": .text(LinkText.conflict(with: name.joined(separator: ", "))[language]), "roles": .markup(""),
            "buttons": .markup("\(choices)"), "form": .markup(""),
        ])
        return page(content, title: title, context, status: .conflict)
    }
}
