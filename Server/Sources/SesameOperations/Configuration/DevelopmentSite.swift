public import SesameAccounts
public import SesameSurface

/// The development Apple and Google, as a server knows them.
public struct DevelopmentSite: Sendable, Hashable {
    /// What they are to the server.
    public enum Role: Sendable {
        /// They sign as Apple and Google, whose own tokens are refused: nothing outside this machine is needed.
        case instead
        /// They sign under issuers of their own, and the real Apple and Google are trusted beside them.
        case beside
    }

    /// Where browsers are sent, without a slash at the end.
    public var browserURL: String
    /// Where the server itself fetches keys and exchanges codes.
    public var serverURL: String
    /// What they are to the server.
    public var role: Role

    /// A site; without `serverURL`, browsers and the server use one address.
    public init(_ browserURL: String, serverURL: String? = nil, role: Role = .instead) {
        self.browserURL = browserURL
        self.serverURL = serverURL ?? browserURL
        self.role = role
    }

    /// The `iss` of a development provider that stands beside the real one. Its discovery document lies below it.
    public func issuer(of provider: Provider) -> String {
        "\(browserURL)/\(provider.rawValue)"
    }

    /// Where the keys of a development provider are; nil where there is none that stands in.
    func keysURL(of provider: Provider) -> String? {
        switch provider {
        case .google: serverURL + "/google/oauth2/v3/certs"
        case .apple: serverURL + "/apple/auth/keys"
        default: nil
        }
    }

    /// Where mails and texts are handed over.
    var messages: String { serverURL + "/messages" }

    /// Where pushes are handed over.
    public var push: FCMAddresses {
        FCMAddresses(token: serverURL + "/fcm/token", service: serverURL + "/fcm")
    }

    /// Where a sign-in in a browser goes; nil for a provider that no development one stands in for.
    public func addresses(of provider: Provider) -> ProviderAddresses? {
        switch provider {
        case .google:
            ProviderAddresses(
                authorization: browserURL + "/google/o/oauth2/v2/auth", token: serverURL + "/google/token",
                revocation: serverURL + "/google/revoke")
        case .apple:
            ProviderAddresses(
                authorization: browserURL + "/apple/auth/authorize", token: serverURL + "/apple/auth/token",
                revocation: serverURL + "/apple/auth/revoke")
        default: nil
        }
    }
}
