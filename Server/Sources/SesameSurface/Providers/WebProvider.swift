package import SesameAccounts

/// A provider, as browsers are sent to it.
package struct WebProvider: Sendable, Hashable {
    /// A way in which a server proves to the provider which client it is.
    package enum Authentication: Sendable, Hashable {
        /// By a secret that the provider has given it.
        case secret
        /// By a secret that it signs itself, with its team's key.
        case team
    }

    /// A way in which the provider's answer comes back.
    package enum Answer: Sendable, Hashable {
        /// In the address.
        case query
        /// As a form that the provider's page sends (OAuth 2.0 Form Post Response Mode). No cookie of ours comes with it.
        case form
    }

    package let provider: Provider
    /// The addresses that it has.
    package let addresses: ProviderAddresses
    /// The way in which the server proves which client it is.
    package let authentication: Authentication
    /// The way in which the answer comes back.
    package let answer: Answer
    /// The scope that most apps ask for.
    package let scope: String
    /// The scope of an app that keeps people under pseudonyms: nothing but who the person is.
    package let pseudonymousScope: String?
    /// True if a verifier, too, ties the code to the sign-in (RFC 7636).
    package let takesVerifier: Bool
    /// The `prompt` that asks a person who adds a way to sign in which of their accounts there they mean. Without it some
    /// providers sign whoever has agreed once in again without a word.
    package let promptOfLinks: String?
    /// True if the person's name comes beside the code, in a field `user`.
    package let tellsNames: Bool

    /// Describes a provider.
    package init(
        _ provider: Provider, at addresses: ProviderAddresses, by authentication: Authentication = .secret,
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

    /// Apple, or one that stands in for it.
    package static func apple(at addresses: ProviderAddresses = .apple) -> WebProvider {
        WebProvider(
            .apple, at: addresses, by: .team, answer: .form, scope: "name email", pseudonymousScope: nil,
            takesVerifier: false, promptOfLinks: nil, tellsNames: true)
    }

    /// Google, or one that stands in for it.
    package static func google(at addresses: ProviderAddresses = .google) -> WebProvider {
        WebProvider(.google, at: addresses)
    }

    /// The providers that every server knows.
    package static let usual: [WebProvider] = [.apple(), .google()]

    /// The path that the provider sends the browser back to.
    package var callbackPath: String { "/callback/\(provider.rawValue)" }
}
