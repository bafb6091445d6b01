package import SesameAccounts
package import SesameSurface

/// Servers on a developer's machine that stand in for providers, for FCM, and for whoever carries mails and texts.
package struct StandIns: Sendable, Hashable {
    /// What they are to the server.
    package enum Role: Sendable {
        /// They sign as Apple and Google, whose own tokens are refused: nothing outside this machine is needed.
        case instead
        /// They sign under issuers of their own, and the real Apple and Google are trusted beside them.
        case beside
    }

    /// What stands in for one provider.
    package struct Provider: Sendable, Hashable {
        /// The `iss` of its tokens, where it stands beside the real one. Its discovery document lies below it.
        package let issuer: String
        /// Where the server fetches its keys.
        package let keysURL: String
        /// Where a sign-in in a browser goes.
        package let addresses: ProviderAddresses

        /// What stands at these addresses.
        package init(issuer: String, keysURL: String, addresses: ProviderAddresses) {
            self.issuer = issuer
            self.keysURL = keysURL
            self.addresses = addresses
        }
    }

    /// What they are to the server.
    package let role: Role
    /// The providers that are stood in for.
    package let providers: [SesameAccounts.Provider: Provider]
    /// Where mails and texts are handed over.
    package let messages: String
    /// Where pushes are handed over.
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
