import SesameHTTP
import SesameWire

/// A client's authorization request, checked as the vendor checks it.
struct AuthorizationRequest: Sendable {
    /// The way in which the response goes back to the client.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query
        case fragment
        case formPost = "form_post"
    }

    /// The page that the client wants the user to see.
    enum Prompt: String, Sendable, CaseIterable {
        /// No page: an immediate response or an error.
        case none
        case consent
        case selectAccount = "select_account"
    }

    let client: RegisteredClient
    let redirectURI: String
    var responseMode = ResponseMode.query
    /// True if an ID token comes with the code, without an exchange.
    var includesIDToken = false
    var scopes: Set<Scope> = []
    var state: String?
    var nonce: String?
    var challenge: CodeChallenge?
    var prompts: Set<Prompt> = []
    /// True for Google's `access_type=offline`.
    var isOffline = false
    /// The app's web client, if an installed app requests a token for its server; otherwise nil.
    var audience: String?
    /// The email address or subject that the client expects.
    var loginHint: String?
}

/// A refusal that is shown to the user and not sent to the client's redirect URI.
struct AuthorizationRequestError: Error, Sendable {
    /// The vendor's error code.
    let code: String
    /// The reason, in the vendor's words if they are known.
    let reason: String
    let status: Int

    init(_ code: String, _ reason: String, status: Int = 400) {
        self.code = code
        self.reason = reason
        self.status = status
    }
}

/// The parameters that both vendors have.
struct AuthorizationQuery {
    let parameters: QueryParameters

    /// The value of a parameter. An empty one counts as missing (RFC 6749 section 3.1).
    subscript(name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the words of a space-separated list.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").utf8.split(separator: UInt8(ascii: " ")).compactMap { String($0) }
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Finds the case with that name, compared as bytes.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: word) }) else { return nil }
        self = found
    }
}
