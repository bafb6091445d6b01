import SesameAccounts

/// A provider's addresses for a sign-in in a browser.
struct ProviderAddresses: Sendable {
    /// Where the browser is sent.
    let authorization: String
    /// Where a code becomes an ID token.
    let token: String

    /// - Parameter development: The development providers' address, or nil for the real ones.
    init(of provider: Provider, development: String?) {
        switch (provider, development) {
        case (.google, nil):
            authorization = "https://accounts.google.com/o/oauth2/v2/auth"
            token = "https://oauth2.googleapis.com/token"
        case (.google, let base?):
            authorization = base + "/google/o/oauth2/v2/auth"
            token = base + "/google/token"
        case (.apple, nil):
            authorization = "https://appleid.apple.com/auth/authorize"
            token = "https://appleid.apple.com/auth/token"
        case (.apple, let base?):
            authorization = base + "/apple/auth/authorize"
            token = base + "/apple/auth/token"
        }
    }
}
