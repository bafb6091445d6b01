package import SesameTokens
import SesameWire

/// An identity provider, as the domain knows it.
package struct ProviderDefinition: Sendable {
    /// The name under which identities are kept.
    package let provider: Provider
    /// The name by which people know it.
    package let name: String
    /// The rules by which its ID tokens are verified.
    package let tokens: ProviderProfile
    /// The rules by which its notifications are verified; nil for a provider that sends none.
    package let notifications: EventTokenProfile?
    /// The form of the nonce in its tokens, where an app does not say.
    package let usualNonceForm: NonceForm
    /// True if a person's consent stays there until somebody takes it back. Refresh tokens of such a provider are kept for
    /// that.
    package let keepsConsents: Bool
    /// The characters of its ids of people; nil where any visible ASCII character may be in them.
    let subjectCharacters: String?

    /// Defines a provider. `tokens` has its name.
    ///
    /// - Parameter subjectCharacters: The characters of its ids of people; nil where any visible ASCII character may be
    ///   in them.
    package init(
        _ provider: Provider, name: String, tokens: ProviderProfile, notifications: EventTokenProfile? = nil,
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

    /// Apple. Its sheet is given the nonce's digest. Its ids are letters and digits in three parts, and a consent stays
    /// until somebody ends it.
    package static let apple = ProviderDefinition(
        .apple, name: "Apple", tokens: .apple, notifications: .apple, usualNonceForm: .sha256Hex, keepsConsents: true,
        subjectCharacters: "0123456789abcdefghijklmnopqrstuvwxyz.")

    /// Google, which is given the nonce itself. Its ids are digits, and a consent ends with its tokens' life.
    package static let google = ProviderDefinition(
        .google, name: "Google", tokens: .google, notifications: .google, subjectCharacters: "0123456789")

    /// Returns true if the provider may give a person that id.
    func canBe(subject text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !ReservedSubject.isOne(text)
            && text.utf8.allSatisfy { byte in
                subjectCharacters?.utf8.contains(byte)
                    ?? (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
            }
    }
}

extension Provider {
    /// True if its word on an address is good for more than being shown. These two let nobody state an address that is not
    /// theirs; a provider that comes to those every server knows does not get it by that.
    var isKnownForAddresses: Bool { self == .apple || self == .google }
}

/// The providers that there are, in the order in which people are shown them.
package struct ProviderDirectory: Sendable {
    /// The definition of each.
    package let all: [ProviderDefinition]

    /// Makes a directory.
    package init(_ all: [ProviderDefinition]) {
        self.all = all
    }

    /// The providers that every server knows.
    package static let usual = ProviderDirectory([.apple, .google])

    /// Returns the definition of a provider.
    package subscript(provider: Provider) -> ProviderDefinition? {
        all.first { $0.provider == provider }
    }

    /// The provider of that name, if there is one.
    package func provider(named name: String) -> Provider? {
        all.map(\.provider).first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// The name by which people know a provider.
    package func name(of provider: Provider) -> String {
        self[provider]?.name ?? provider.rawValue
    }

    /// Returns the way to sign in of that name, if there is one.
    package func method(named name: String) -> SignInMethod? {
        methods.first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// The ways to sign in that there are.
    package var methods: [SignInMethod] { all.map { SignInMethod($0.provider) } + SignInMethod.own }

    /// The providers' names as a sentence lists what is expected.
    package func list(joinedBy separator: String) -> String {
        all.map(\.provider.rawValue).joined(separator: separator)
    }
}
