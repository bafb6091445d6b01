import SesameHTTP
import SesameWire

/// A client's authorization request that passed the vendor's checks.
struct AuthorizationRequest: Sendable {
    /// The way in which the browser carries the response to the client: in the URL's query or fragment, or in a form.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query
        case fragment
        case formPost = "form_post"
    }

    /// A value of the `prompt` parameter: the page that the client wants the user to see.
    enum Prompt: String, Sendable, CaseIterable {
        /// No page: an immediate response or an error.
        case none
        case consent
        case selectAccount = "select_account"
    }

    let client: RegisteredClient
    let redirectURI: String
    var responseMode = ResponseMode.query
    /// True if the authorization response includes an ID token next to the code.
    var includesIDToken = false
    var scopes: Set<Scope> = []
    var state: String?
    var nonce: String?
    var challenge: CodeChallenge?
    var prompts: Set<Prompt> = []
    /// True for Google's `access_type=offline`, which requests a refresh token.
    var isOffline = false
    /// The id of the app's web client, if an installed app requests a token for its server; otherwise nil.
    var audience: String?
    /// The email address or subject of the account that the client expects; nil for any.
    var loginHint: String?
}

/// The error of a request that fails the vendor's checks. The user sees it on the page; it is not sent to the redirect
/// URI.
struct AuthorizationRequestError: Error, Sendable {
    /// The vendor's error code, for example `invalid_request`.
    let code: String
    /// The reason, in the vendor's wording if it is known.
    let reason: String
    let status: Int

    init(_ code: String, _ reason: String, status: Int = 400) {
        self.code = code
        self.reason = reason
        self.status = status
    }
}

/// The query parameters of an authorization request, before validation; an empty parameter counts as missing.
struct AuthorizationQuery {
    let parameters: QueryParameters

    /// The value of a parameter; nil if it is missing or empty (RFC 6749 section 3.1).
    subscript(name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the items of a parameter that is a space-separated list; none if the parameter is missing.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").utf8.split(separator: UInt8(ascii: " ")).compactMap { String($0) }
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Creates the case with the given raw value, compared as bytes; nil if there is no such case.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: word) }) else { return nil }
        self = found
    }
}
