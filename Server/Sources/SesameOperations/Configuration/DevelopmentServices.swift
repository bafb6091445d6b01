import Foundation
package import SesameAccounts
package import SesameSurface

/// The local servers that stand in for the providers, FCM, and the delivery of email and text messages during
/// development.
package struct DevelopmentServices: Sendable, Hashable {
    /// The relation of the stand-ins to the real providers.
    package enum Role: Sendable {
        /// The development providers issue tokens under Apple's and Google's own issuers, and tokens of the real
        /// providers are rejected. No internet access is needed.
        case instead
        /// The stand-ins sign with their own issuers; the real Apple and Google are trusted, too.
        case beside
    }

    /// A stand-in for one provider.
    package struct Provider: Sendable, Hashable {
        /// The `iss` of its tokens if it runs beside the real provider. Its discovery document is below this URL.
        package let issuer: String
        /// The URL of its keys, for the server.
        package let keysURL: String
        /// The URLs of a browser sign-in.
        package let addresses: OAuthEndpoints

        /// Creates a stand-in with these URLs.
        package init(issuer: String, keysURL: String, addresses: OAuthEndpoints) {
            self.issuer = issuer
            self.keysURL = keysURL
            self.addresses = addresses
        }
    }

    /// The relation to the real providers.
    package let role: Role
    /// The replaced providers.
    package let providers: [SesameAccounts.Provider: Provider]
    /// The URL that accepts emails and text messages.
    package let messages: String
    /// The URLs that accept push notifications.
    package let push: FCMEndpoints

    /// The URL of the server that serves all of this, without a path.
    package var url: String {
        guard var parts = URLComponents(string: messages) else { return messages }
        parts.path = ""
        return parts.string ?? messages
    }

    /// Creates stand-ins with these members.
    package init(
        role: Role, providers: [SesameAccounts.Provider: Provider], messages: String, push: FCMEndpoints
    ) {
        self.role = role
        self.providers = providers
        self.messages = messages
        self.push = push
    }
}
