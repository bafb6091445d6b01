package import SesameTokens
import SesameWire

/// An identity provider: its names, and the rules for verifying its tokens and notifications.
package struct ProviderDefinition: Sendable {
    /// The name under which identities are stored.
    package let provider: Provider
    /// The display name, for example `Google`.
    package let name: String
    /// The rules for verifying the provider's ID tokens.
    package let tokens: ProviderProfile
    /// The rules for verifying the provider's notifications; nil if it sends none.
    package let notifications: SecurityEventTokenProfile?
    /// The default form of the nonce in the provider's tokens.
    package let usualNonceForm: NonceForm
    /// True if a user's consent stays at the provider until it is revoked. Refresh tokens of such a provider are stored
    /// for the revocation.
    package let keepsConsents: Bool
    /// The characters of the provider's user ids; nil if they may contain any visible ASCII character.
    let subjectCharacters: String?

    package init(
        _ provider: Provider, name: String, tokens: ProviderProfile, notifications: SecurityEventTokenProfile? = nil,
        usualNonceForm: NonceForm = .raw, keepsConsents: Bool = false, subjectCharacters: String? = nil
    ) {
        self.provider = provider
        self.name = name
        self.tokens = tokens
        self.notifications = notifications
        self.usualNonceForm = usualNonceForm
        self.keepsConsents = keepsConsents
        self.subjectCharacters = subjectCharacters
    }

    /// Apple. The sign-in sheet takes the SHA-256 digest of the nonce, user ids are letters and digits in three parts,
    /// and a consent lasts until it is revoked.
    package static let apple = ProviderDefinition(
        .apple, name: "Apple", tokens: .apple, notifications: .apple, usualNonceForm: .sha256Hex, keepsConsents: true,
        subjectCharacters: "0123456789abcdefghijklmnopqrstuvwxyz.")

    /// Google. Requests contain the nonce itself, user ids are digits, and a consent needs no revocation.
    package static let google = ProviderDefinition(
        .google, name: "Google", tokens: .google, notifications: .google, subjectCharacters: "0123456789")

    /// Returns true if the text can be a user id of the provider: 1 to 255 of its allowed characters, and not reserved
    /// by this server.
    func isValid(subject text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !ReservedSubject.isOne(text)
            && text.utf8.allSatisfy { byte in
                subjectCharacters?.utf8.contains(byte)
                    ?? (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
            }
    }
}

extension Provider {
    /// True if the provider's verified addresses are trusted for more than display. Apple and Google verify that a user
    /// owns an address; a provider added by configuration may not.
    var isKnownForAddresses: Bool { self == .apple || self == .google }
}

/// The identity providers that this server supports, in display order.
package struct ProviderDirectory: Sendable {
    /// The definitions, in display order.
    package let all: [ProviderDefinition]

    package init(_ all: [ProviderDefinition]) {
        self.all = all
    }

    /// The providers that every server supports.
    package static let builtIn = ProviderDirectory([.apple, .google])

    package subscript(provider: Provider) -> ProviderDefinition? {
        all.first { $0.provider == provider }
    }

    /// Returns the supported provider with the name; nil if the server does not support it.
    package func provider(named name: String) -> Provider? {
        all.map(\.provider).first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// Returns a provider's display name, or its identifier if it is unknown.
    package func name(of provider: Provider) -> String {
        self[provider]?.name ?? provider.rawValue
    }

    /// Returns the sign-in method with the name, either a provider's or one of the server's own; nil if the name is
    /// unknown.
    package func method(named name: String) -> AuthenticationMethod? {
        methods.first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// The supported sign-in methods: the providers, then the server's own methods.
    package var methods: [AuthenticationMethod] {
        all.map { AuthenticationMethod($0.provider) } + AuthenticationMethod.own
    }

    /// Returns the providers' names, joined for an error message that lists the expected values.
    package func list(joinedBy separator: String) -> String {
        all.map(\.provider.rawValue).joined(separator: separator)
    }
}
