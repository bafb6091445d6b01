package import SesameCore
import SesameTokens

extension AuthorizationService {
    /// Returns the CSRF token for all forms in the browser that has the cookie.
    package func csrfToken(for cookie: Secret) -> Secret {
        Secret(Base64URL.encode(web.forms.code(for: cookie.exposed.utf8)))
    }

    /// Returns true if a form's token matches the browser's cookie, in constant time.
    package func isValidCSRFToken(_ token: Secret, for cookie: Secret) -> Bool {
        guard let code = Base64URL.decode(Array(token.exposed.utf8)) else { return false }
        return web.forms.isCode(code, of: cookie.exposed.utf8)
    }
}
