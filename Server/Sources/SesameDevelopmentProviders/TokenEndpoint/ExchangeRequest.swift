import Foundation
import SesameHTTP

/// A client's request to the token or revocation endpoint.
struct ExchangeRequest: Sendable {
    let parameters: QueryParameters
    /// The `Authorization` header; nil if there is none.
    let authorization: String?
    let clients: DevelopmentApps
    let now: Date

    /// The value of a parameter; nil if it is missing or empty.
    subscript(name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The value of `grant_type` in a token request: the type of the credential that the client exchanges for tokens.
enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
}

/// An error response of a vendor's endpoint, with OAuth's error code (RFC 6749 section 5.2) or, for Google's RISC API,
/// Google's error status.
struct TokenEndpointError: Error, Sendable {
    let code: String
    let reason: String?
    let status: Int

    init(_ code: String, _ reason: String? = nil, status: Int = 400) {
        self.code = code
        self.reason = reason
        self.status = status
    }
}

/// The tokens issued to a client in one response.
struct IssuedTokens: Sendable {
    let accessToken: String
    let refreshToken: String?
    let idToken: String
    let scopes: Set<Scope>
}
