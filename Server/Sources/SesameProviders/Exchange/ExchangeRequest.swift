import Foundation
import SesameHTTP

/// What a client sends to the token and the revocation endpoint.
struct ExchangeRequest: Sendable {
    let parameters: QueryParameters
    /// `Authorization`.
    let authorization: String?
    let clients: DevelopmentApps
    let now: Date

    /// A parameter; an empty one is as if it were missing.
    subscript(name: String) -> String? {
        parameters[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// What a client shows to get tokens.
enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
}

/// A refusal in OAuth's form (RFC 6749, section 5.2).
struct ExchangeRefusal: Error, Sendable {
    let code: String
    let reason: String?
    let status: Int

    init(_ code: String, _ reason: String? = nil, status: Int = 400) {
        self.code = code
        self.reason = reason
        self.status = status
    }
}

/// What a client gets.
struct IssuedTokens: Sendable {
    let accessToken: String
    let refreshToken: String?
    let idToken: String
    let scopes: Set<Scope>
}
