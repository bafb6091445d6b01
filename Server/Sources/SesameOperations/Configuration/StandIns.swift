package import SesameAccounts
package import SesameSurface

/// Servers on a developer's machine that stand in for providers, for FCM, and for whoever carries mails and texts.
package struct StandIns: Sendable, Hashable {
    /// Their place beside the real providers.
    package enum Role: Sendable {
        /// They sign as Apple and Google, whose own tokens are refused: nothing outside this machine is needed.
        case instead
        /// They sign under issuers of their own, and the real Apple and Google are trusted beside them.
        case beside
    }

    /// A stand-in for one provider.
    package struct Provider: Sendable, Hashable {
        /// The `iss` of its tokens, where it stands beside the real one. Its discovery document lies below it.
        package let issuer: String
        /// The address of its keys, for the server.
        package let keysURL: String
        /// The addresses of a sign-in in a browser.
        package let addresses: ProviderAddresses

        /// A stand-in at these addresses.
        package init(issuer: String, keysURL: String, addresses: ProviderAddresses) {
            self.issuer = issuer
            self.keysURL = keysURL
            self.addresses = addresses
        }
    }

    /// Their place beside the real providers.
    package let role: Role
    /// The providers that are stood in for.
    package let providers: [SesameAccounts.Provider: Provider]
    /// The address that mails and texts are handed over at.
    package let messages: String
    /// The addresses that pushes are handed over at.
    package let push: FCMAddresses

    /// Makes the value.
    package init(
        role: Role, providers: [SesameAccounts.Provider: Provider], messages: String, push: FCMAddresses
    ) {
        self.role = role
        self.providers = providers
        self.messages = messages
        self.push = push
    }
}
