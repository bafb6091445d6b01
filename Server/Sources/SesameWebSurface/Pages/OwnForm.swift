import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension WebPages {
    /// A form's fields; nil unless it is from a page of ours in this very browser.
    func form(_ request: HTTPRequest, for cookie: WebCookie) -> QueryParameters? {
        guard request.isFromOwnPage, let value = cookie.value(in: request),
            let form = try? QueryParameters(formBody: request.body), !form.hasRepeatedName,
            accounts.authorization.isFormToken(Secret(form["token"] ?? ""), for: value)
        else { return nil }
        return form
    }
}

extension HTTPRequest {
    /// True if browsers say that a page of this very server sent the form. The token is what decides; this catches what
    /// a token in wrong hands would let through.
    fileprivate var isFromOwnPage: Bool {
        if let site = header("Sec-Fetch-Site") { return site.hasSameBytes(as: "same-origin") }
        guard let origin = header("Origin") else { return true }
        guard let host, let mark = origin.firstRange(of: "://") else { return false }
        return String(origin[mark.upperBound...]).hasSameBytes(as: host)
    }
}

extension Refusal {
    static let foreignForm = Refusal(.invalidRequest, "a form that is not from a page of this browser")
}
