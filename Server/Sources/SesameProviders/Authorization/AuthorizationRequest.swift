import SesameHTTP
import SesameWire

/// A client's request to the authorization endpoint, checked as the vendor checks it.
struct AuthorizationRequest: Sendable {
    /// The way in which the answer goes back to the client.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query
        case fragment
        case formPost = "form_post"
    }

    /// The client's wish for the page.
    enum Prompt: String, Sendable, CaseIterable {
        /// No page at all: the answer, or an error.
        case none
        case consent
        case selectAccount = "select_account"
    }

    let client: RegisteredClient
    let redirectURI: String
    var responseMode = ResponseMode.query
    /// True if an ID token comes with the code, without exchange.
    var includesIDToken = false
    var scopes: Set<Scope> = []
    var state: String?
    var nonce: String?
    var challenge: CodeChallenge?
    var prompts: Set<Prompt> = []
    /// Google's `access_type=offline`.
    var isOffline = false
    /// The app's web client, where an installed app wants the token for its server.
    var audience: String?
    /// The address or subject that the client expects.
    var loginHint: String?
}

/// A request that gets no answer at the client's address: the person sees why.
struct AuthorizationRefusal: Error, Sendable {
    /// The vendor's word.
    let code: String
    /// The fault, in the vendor's words where they are known.
    let reason: String
    let status: Int

    init(_ code: String, _ reason: String, status: Int = 400) {
        self.code = code
        self.reason = reason
        self.status = status
    }
}

/// Reads the parameters that both vendors have.
struct AuthorizationQuery {
    let parameters: QueryParameters

    /// A parameter; an empty one is as if it were missing (RFC 6749, section 3.1).
    subscript(name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The words of a list that spaces part.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").utf8.split(separator: UInt8(ascii: " ")).compactMap { String($0) }
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case of that name, compared as bytes.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: word) }) else { return nil }
        self = found
    }
}
