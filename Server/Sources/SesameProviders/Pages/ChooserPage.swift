import NIOHTTP1
import SesameHTTP

/// The page where a person chooses who signs in, or cancels. Its forms go back to the page's own address, which holds
/// the whole request, so that nothing needs to be kept and the way back is always open.
struct ChooserPage: Sendable {
    /// Somebody who can be chosen.
    struct Offer: Sendable {
        let person: DevelopmentPerson
        /// Which field says who it is: `user` with a number, or `email` with an address.
        let field: String
        let value: String
        let isKnown: Bool
    }

    let frame: PageFrame
    let request: AuthorizationRequest
    var offers: [Offer]
    /// What stands in the fields of another account.
    var email = ""
    var name = ""
    var slip: PageDecision.Slip?

    var response: HTTPResponse {
        let text = frame.text
        let content: Markup = """
            <h1>\(text.chooseAccount)</h1>
            <p class="soft">\(text.continueTo) <strong>\(request.client.app)</strong></p>
            <form method="post">
            <ul>
            \(offers.map(row))
            </ul>
            \(sharing)
            <button class="plain" name="action" value="generate">\(text.generate)</button>
            <button class="plain" name="action" value="deny">\(text.cancel)</button>
            </form>
            <h2>\(text.anotherAccount)</h2>
            \(message)
            <form method="post" novalidate>
            <label>\(text.email)
            <input type="email" name="email" value="\(email)" autocomplete="off" required maxlength="254"\(mark(.email))></label>
            <label>\(text.name) <small>(\(text.nameHint))</small>
            <input name="name" value="\(name)" autocomplete="off" maxlength="100"\(mark(.name))></label>
            \(hiding)
            <button class="main" name="action" value="add">\(text.add)</button>
            </form>
            """
        return frame.response(
            title: text.chooseAccount, content, status: slip == nil ? .ok : .badRequest)
    }

    private func row(_ offer: Offer) -> Markup {
        let text = frame.text
        let remarks = [
            offer.person.hidesEmail ? text.hidesAddress : nil, offer.isKnown ? text.isKnown : nil,
        ].compactMap(\.self).map { Markup("<small>\($0)</small>") }
        return """
            <li><button name="\(offer.field)" value="\(offer.value)">\(offer.person.name)\
            <small>\(offer.person.email)</small>\(remarks)</button></li>

            """
    }

    /// Apple lets the person choose what address the app gets.
    private var sharing: Markup {
        guard asksForSharing else { return "" }
        let text = frame.text
        return """
            <fieldset><legend>\(text.addressAtFirst)</legend>
            <label><input type="radio" name="sharing" value="usual" checked> \(text.asListed)</label>
            <label><input type="radio" name="sharing" value="share"> \(text.shareAddress)</label>
            <label><input type="radio" name="sharing" value="hide"> \(text.hideAddress)</label>
            </fieldset>
            """
    }

    private var hiding: Markup {
        guard asksForSharing else { return "" }
        return """
            <label><input type="checkbox" name="sharing" value="hide"> \(frame.text.hideAddress)</label>
            """
    }

    private var asksForSharing: Bool {
        frame.provider == .apple && request.scopes.contains(.email)
    }

    private var message: Markup {
        let text = frame.text
        let words: String
        switch slip {
        case nil: return ""
        case .email: words = text.wrongEmail
        case .name: words = text.wrongName
        case .form: words = text.wrongForm
        }
        return "<p class=\"error\" role=\"alert\" id=\"slip\">\(words)</p>"
    }

    /// Ties a field to what is wrong with it.
    private func mark(_ slip: PageDecision.Slip) -> Markup {
        self.slip == slip ? " aria-invalid=\"true\" aria-describedby=\"slip\" autofocus" : ""
    }
}
