package import SesameAccounts

/// A provider that supports sign-in in a browser, with its endpoints and the details of its OAuth flow.
package struct WebProvider: Sendable, Hashable {
    /// The server's authentication method at the provider's token endpoint.
    package enum Authentication: Sendable, Hashable {
        /// A secret issued by the provider.
        case secret
        /// A client secret: a JWT that the server signs with the key of the app's Apple team.
        case team
    }

    /// The response mode of a provider's authorization response.
    package enum Answer: Sendable, Hashable {
        /// The response is in the query of the redirect.
        case query
        /// The response is in a form that the provider's page submits (OAuth 2.0 Form Post Response Mode). The browser
        /// sends none of the server's cookies with the form.
        case form
    }

    package let provider: Provider
    package let addresses: OAuthEndpoints
    /// The server's authentication method at the token endpoint.
    package let authentication: Authentication
    /// The response mode of the authorization response.
    package let answer: Answer
    /// The scope for an app that is not pseudonymous.
    package let scope: String
    /// The scope for a pseudonymous app, which requests only the user's id; nil sends no `scope`.
    package let pseudonymousScope: String?
    /// True if the provider supports a PKCE verifier, which binds the code to the sign-in (RFC 7636).
    package let takesVerifier: Bool
    /// The `prompt` that makes the user choose an account when linking an identity; nil sends no `prompt`. Without a
    /// `prompt`, some providers do not ask a user who has consented before.
    package let promptOfLinks: String?
    /// True if the authorization response contains the user's name, in a field `user` next to the code.
    package let tellsNames: Bool

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

    /// Returns Apple as a provider for browser sign-in, with Apple's own endpoints or those of a development provider.
    package static func apple(at addresses: OAuthEndpoints = .apple) -> WebProvider {
        WebProvider(
            .apple, at: addresses, by: .team, answer: .form, scope: "name email", pseudonymousScope: nil,
            takesVerifier: false, promptOfLinks: nil, tellsNames: true)
    }

    /// Returns Google as a provider for browser sign-in, with Google's own endpoints or those of a development
    /// provider.
    package static func google(at addresses: OAuthEndpoints = .google) -> WebProvider {
        WebProvider(.google, at: addresses)
    }

    /// Apple and Google with their own endpoints: the default providers of a server.
    package static let usual: [WebProvider] = [.apple(), .google()]

    /// The path of the server's redirect URI for the provider, such as `/callback/google`.
    package var callbackPath: String { "/callback/\(provider.rawValue)" }
}
