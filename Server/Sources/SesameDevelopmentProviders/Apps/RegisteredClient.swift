import SesameWire

/// A client that an app registered with a provider, with the registered values that requests are checked against.
struct RegisteredClient: Sendable {
    /// The type of a client. It determines if browsers may use the client, and how the client authenticates when it
    /// exchanges a code.
    enum Kind: Sendable, Hashable {
        /// Google's web client; `secret` is nil if the client cannot exchange codes.
        case googleWeb(secret: String?)
        /// Google's iOS client, which has no secret.
        case googleIOS
        /// Apple's Services ID, for browser sign-in.
        case appleServices
        /// A bundle id, whose codes come from Apple's native sheet and never from a browser.
        case appleNative
    }

    let id: String
    let team: String
    /// The name of the client's app. A user consents to an app, regardless of the requesting client.
    let app: String
    let kind: Kind
    /// The public Sign in with Apple keys of the client's team, by key id.
    let appleKeys: [String: [UInt8]]
    private let redirectURIs: [String]

    init(_ clientID: String, of app: DevelopmentApp, at provider: ProviderKind) {
        id = clientID
        team = app.appleTeamID
        self.app = app.name
        appleKeys = app.appleKeys
        switch provider {
        case .google where app.googleWebClientID?.hasSameBytes(as: clientID) == true:
            kind = .googleWeb(secret: app.googleWebClientSecret)
            redirectURIs = app.googleRedirectURIs
        case .google:
            kind = .googleIOS
            redirectURIs = []
        case .apple where app.appleServicesID?.hasSameBytes(as: clientID) == true:
            kind = .appleServices
            redirectURIs = app.appleRedirectURIs
        case .apple:
            kind = .appleNative
            redirectURIs = []
        }
    }

    /// Returns true if the redirect URI is allowed: it equals a registered one or, for Google's iOS client, has the
    /// reversed client id as its scheme and a path of ASCII letters, digits, `/`, `-` and `_`.
    func isRegistered(_ redirectURI: String) -> Bool {
        guard kind == .googleIOS else { return redirectURIs.contains(where: redirectURI.hasSameBytes) }
        let scheme = id.split(separator: ".").reversed().joined(separator: ".").lowercased()
        guard redirectURI.hasPrefix(scheme + ":/") else { return false }
        return redirectURI.utf8.dropFirst(scheme.utf8.count + 1).allSatisfy(Self.isOfPath)
    }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
