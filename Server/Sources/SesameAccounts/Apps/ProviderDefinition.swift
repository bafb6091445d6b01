import SesameCore
public import SesameTokens

/// An identity provider, as the domain knows it.
public struct ProviderDefinition: Sendable {
    /// The name under which identities are kept.
    public let provider: Provider
    /// The name by which people know it.
    public let name: String
    /// The rules by which its ID tokens are verified.
    public let tokens: ProviderProfile
    /// The rules by which its notifications are verified; nil for a provider that sends none.
    public let notifications: EventTokenProfile?
    /// The form of the nonce in its tokens, where an app does not say.
    public let usualNonceForm: NonceForm
    /// True if a person's consent stays there until somebody takes it back. Refresh tokens of such a provider are kept for
    /// that.
    public let keepsConsents: Bool
    /// The characters of its ids of people; nil where any visible ASCII character may be in them.
    let subjectCharacters: String?

    /// Defines a provider. `tokens` has its name.
    ///
    /// - Parameter subjectCharacters: The characters of its ids of people; nil where any visible ASCII character may be
    ///   in them.
    public init(
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
    public static let apple = ProviderDefinition(
        .apple, name: "Apple", tokens: .apple, notifications: .apple, usualNonceForm: .sha256Hex, keepsConsents: true,
        subjectCharacters: "0123456789abcdefghijklmnopqrstuvwxyz.")

    /// Google, which is given the nonce itself. Its ids are digits, and a consent ends with its tokens' life.
    public static let google = ProviderDefinition(
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
    /// True if its word on an address is good for more than being shown: for those whose rules every server knows.
    var isKnownForAddresses: Bool { ProviderDirectory.usual[self] != nil }
}

/// The providers that there are, in the order in which people are shown them.
public struct ProviderDirectory: Sendable {
    /// The definition of each.
    public let all: [ProviderDefinition]

    /// Makes a directory.
    public init(_ all: [ProviderDefinition]) {
        self.all = all
    }

    /// Those that every server knows.
    public static let usual = ProviderDirectory([.apple, .google])

    /// Returns the definition of a provider.
    public subscript(provider: Provider) -> ProviderDefinition? {
        all.first { $0.provider == provider }
    }

    /// The provider of that name, if there is one.
    public func provider(named name: String) -> Provider? {
        all.map(\.provider).first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// The name by which people know a provider.
    public func name(of provider: Provider) -> String {
        self[provider]?.name ?? provider.rawValue
    }

    /// Returns the way to sign in of that name, if there is one.
    public func method(named name: String) -> SignInMethod? {
        methods.first { name.hasSameBytes(as: $0.rawValue) }
    }

    /// The ways to sign in that there are.
    public var methods: [SignInMethod] { all.map { SignInMethod($0.provider) } + SignInMethod.own }

    /// The providers' names as a sentence lists what is expected.
    public func list(joinedBy separator: String) -> String {
        all.map(\.provider.rawValue).joined(separator: separator)
    }
}
