import Foundation
package import SesameAccounts
package import SesameSurface

/// The local services for development: providers that replace or supplement the real ones, and substitutes for FCM and
/// for the delivery of email and text messages.
package struct DevelopmentServices: Sendable, Hashable {
    /// The role of the development providers: instead of the real providers, or in addition to them.
    package enum Role: Sendable {
        /// The development providers issue tokens under Apple's and Google's own issuers, and tokens of the real
        /// providers are rejected. No internet access is needed.
        case replacing
        /// The development providers sign with their own issuers; the real Apple and Google are trusted, too.
        case additional
    }

    /// The issuer and the URLs of a development provider.
    package struct Provider: Sendable, Hashable {
        /// The `iss` of the development provider's tokens if both this provider and the real one are trusted. The
        /// discovery document is below this URL.
        package let issuer: String
        /// The URL from which the server reads the development provider's public keys.
        package let keysURL: String
        /// The URLs of the development provider's endpoints for browser sign-in.
        package let addresses: OAuthEndpoints

        package init(issuer: String, keysURL: String, addresses: OAuthEndpoints) {
            self.issuer = issuer
            self.keysURL = keysURL
            self.addresses = addresses
        }
    }

    package let role: Role
    /// The development providers, keyed by the real provider that each one imitates.
    package let providers: [SesameAccounts.Provider: Provider]
    /// The URL that accepts emails and text messages.
    package let messages: String
    /// The token endpoint and the base URL of the local substitute for FCM.
    package let push: FCMEndpoints

    /// The base URL of the server that runs the development services, without a path.
    package var url: String {
        guard var parts = URLComponents(string: messages) else { return messages }
        parts.path = ""
        return parts.string ?? messages
    }

    package init(
        role: Role, providers: [SesameAccounts.Provider: Provider], messages: String, push: FCMEndpoints
    ) {
        self.role = role
        self.providers = providers
        self.messages = messages
        self.push = push
    }
}
