import NIOHTTP1
import SesameHTTP
import SesameText

/// The page on which a user chooses an account or cancels. Its forms are submitted to the page's own URL, which
/// contains the whole request, so that the server stores no state and the user can always go back.
struct ChooserPage: Sendable {
    /// An account that the user can choose.
    struct Offer: Sendable {
        let person: DevelopmentUser
        /// The name of the form field that identifies the account: `user` with a number, or `email` with an address.
        let field: String
        let value: String
        let isKnown: Bool
    }

    let frame: PageFrame
    let request: AuthorizationRequest
    var offers: [Offer]
    /// The email address in the form for another account: the client's login hint, or the entry of a rejected form.
    var email = ""
    var name = ""
    var slip: ConsentDecision.FormError?

    var response: HTTPResponse {
        let language = frame.language
        let content: Markup = """
            <h1>\(ProviderText.chooseAccount[language])</h1>
            <p class="soft">\(ProviderText.continueTo[language]) <strong>\(request.client.app)</strong></p>
            <form method="post">
            <ul>
            \(offers.map(row))
            </ul>
            \(sharing)
            <button class="plain" name="action" value="generate">\(ProviderText.generate[language])</button>
            <button class="plain" name="action" value="deny">\(ProviderText.cancel[language])</button>
            </form>
            <h2>\(ProviderText.anotherAccount[language])</h2>
            \(message)
            <form method="post" novalidate>
            <label>\(ProviderText.email[language])
            <input type="email" name="email" value="\(email)" autocomplete="off" required maxlength="254"\(mark(.email))></label>
            <label>\(ProviderText.name[language]) <small>(\(ProviderText.nameHint[language]))</small>
            <input name="name" value="\(name)" autocomplete="off" maxlength="100"\(mark(.name))></label>
            \(hiding)
            <button class="main" name="action" value="add">\(ProviderText.add[language])</button>
            </form>
            """
        return frame.response(
            title: ProviderText.chooseAccount[language], content, status: slip == nil ? .ok : .badRequest)
    }

    private func row(_ offer: Offer) -> Markup {
        let language = frame.language
        let remarks = [
            offer.person.hidesEmail ? ProviderText.hidesAddress[language] : nil,
            offer.isKnown ? ProviderText.isKnown[language] : nil,
        ].compactMap(\.self).map { Markup("<small>\($0)</small>") }
        return """
            <li><button name="\(offer.field)" value="\(offer.value)">\(offer.person.name)\
            <small>\(offer.person.email)</small>\(remarks)</button></li>

            """
    }

    /// The form fields with which the user chooses the email address that the app gets at the first consent. They are
    /// empty unless the provider is Apple and the app requests the scope `email`.
    private var sharing: Markup {
        guard asksForSharing else { return "" }
        let language = frame.language
        return """
            <fieldset><legend>\(ProviderText.addressAtFirst[language])</legend>
            <label><input type="radio" name="sharing" value="usual" checked> \(ProviderText.asListed[language])</label>
            <label><input type="radio" name="sharing" value="share"> \(ProviderText.shareAddress[language])</label>
            <label><input type="radio" name="sharing" value="hide"> \(ProviderText.hideAddress[language])</label>
            </fieldset>
            """
    }

    private var hiding: Markup {
        guard asksForSharing else { return "" }
        return """
            <label><input type="checkbox" name="sharing" value="hide"> \(ProviderText.hideAddress[frame.language])</label>
            """
    }

    private var asksForSharing: Bool {
        frame.provider == .apple && request.scopes.contains(.email)
    }

    private var message: Markup {
        let language = frame.language
        let words: String
        switch slip {
        case nil: return ""
        case .email: words = ProviderText.wrongEmail[language]
        case .name: words = ProviderText.wrongName[language]
        case .form: words = ProviderText.wrongForm[language]
        }
        return "<p class=\"error\" role=\"alert\" id=\"slip\">\(words)</p>"
    }

    /// Returns the attributes that connect a field with its error message; empty unless the submitted form has the
    /// given error.
    private func mark(_ slip: ConsentDecision.FormError) -> Markup {
        self.slip == slip ? " aria-invalid=\"true\" aria-describedby=\"slip\" autofocus" : ""
    }
}
