import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension WebPages {
    /// Returns a form's fields; nil unless a page of this server sent the form from this browser.
    func form(_ request: HTTPRequest, for cookie: WebCookie) -> QueryParameters? {
        guard request.isFromOwnPage, let value = cookie.value(in: request),
            let form = try? QueryParameters(formBody: request.body), !form.hasRepeatedName,
            accounts.authorization.isValidCSRFToken(Secret(form["token"] ?? ""), for: value)
        else { return nil }
        return form
    }
}

extension HTTPRequest {
    /// True if `Sec-Fetch-Site`, or without it `Origin`, shows that a page of this server sent the form, or if both
    /// fields are missing. The CSRF token is the main protection; this check also stops another site that has a stolen
    /// token.
    fileprivate var isFromOwnPage: Bool {
        if let site = header("Sec-Fetch-Site") { return site.hasSameBytes(as: "same-origin") }
        guard let origin = header("Origin") else { return true }
        guard let host, let mark = origin.firstRange(of: "://") else { return false }
        return String(origin[mark.upperBound...]).hasSameBytes(as: host)
    }
}

extension AccountError {
    static let foreignForm = AccountError(
        .invalidRequest, "the form is malformed or was not sent from a page of this server in this browser")
}
