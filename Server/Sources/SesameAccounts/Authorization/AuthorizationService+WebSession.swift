package import SesameCore
import SesameTokens

extension AuthorizationService {
    /// The token that every form carries, so that no other site can send it: bound to a cookie of the browser.
    package func formToken(for cookie: Secret) -> Secret {
        Secret(Base64URL.encode(web.forms.code(for: cookie.exposed.utf8)))
    }

    /// Returns true if a form's token belongs to the browser's cookie, in a time that does not depend on where they differ.
    package func isFormToken(_ token: Secret, for cookie: Secret) -> Bool {
        guard let code = Base64URL.decode(Array(token.exposed.utf8)) else { return false }
        return web.forms.isCode(code, of: cookie.exposed.utf8)
    }
}
