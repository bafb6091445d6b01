package import SesameAccounts

/// A provider that supports sign-in in a browser.
package struct WebProvider: Sendable, Hashable {
    /// The method by which the server authenticates with the provider.
    package enum Authentication: Sendable, Hashable {
        /// A secret issued by the provider.
        case secret
        /// A secret that the server signs with its team's key.
        case team
    }

    /// The way in which the authorization response returns.
    package enum Answer: Sendable, Hashable {
        /// In the query of the redirect.
        case query
        /// In a form that the provider's page submits (OAuth 2.0 Form Post Response Mode). The browser sends none of
        /// the server's cookies with it.
        case form
    }

    package let provider: Provider
    /// The provider's endpoints.
    package let addresses: OAuthEndpoints
    /// The method by which the server authenticates.
    package let authentication: Authentication
    /// The way in which the authorization response returns.
    package let answer: Answer
    /// The scope that most apps request.
    package let scope: String
    /// The scope of a pseudonymous app, which requests only the user's id.
    package let pseudonymousScope: String?
    /// True if the provider supports a PKCE verifier, which binds the code to the sign-in (RFC 7636).
    package let takesVerifier: Bool
    /// The `prompt` that makes the user choose an account when linking an identity. Without it some providers sign in a
    /// user who has consented before without asking.
    package let promptOfLinks: String?
    /// True if the user's name arrives beside the code, in a field `user`.
    package let tellsNames: Bool

    /// Creates the description of a provider.
    package init(
        _ provider: Provider, at addresses: OAuthEndpoints, by authentication: Authentication = .secret,
        answer: Answer = .query, scope: String = "openid email profile", pseudonymousScope: String? = "openid",
        takesVerifier: Bool = true, promptOfLinks: String? = "select_account", tellsNames: Bool = false
    ) {
        self.provider = provider
        self.addresses = addresses
        self.authentication = authentication
        self.answer = answer
        self.scope = scope
        self.pseudonymousScope = pseudonymousScope
        self.takesVerifier = takesVerifier
        self.promptOfLinks = promptOfLinks
        self.tellsNames = tellsNames
    }

    /// Returns Apple, or a substitute at other endpoints.
    package static func apple(at addresses: OAuthEndpoints = .apple) -> WebProvider {
        WebProvider(
            .apple, at: addresses, by: .team, answer: .form, scope: "name email", pseudonymousScope: nil,
            takesVerifier: false, promptOfLinks: nil, tellsNames: true)
    }

    /// Returns Google, or a substitute at other endpoints.
    package static func google(at addresses: OAuthEndpoints = .google) -> WebProvider {
        WebProvider(.google, at: addresses)
    }

    /// The providers that every server supports.
    package static let usual: [WebProvider] = [.apple(), .google()]

    /// The path of the provider's redirect URI.
    package var callbackPath: String { "/callback/\(provider.rawValue)" }
}
