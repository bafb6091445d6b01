package import SesameAccounts
import SesameCore
package import SesameSurface
import SesameTokens
import SesameWire

/// The providers of a configuration: those that every server supports, and the file's OpenID Connect providers.
package struct IdentityProviders {
    static let setting = ServerSettings.identityProviders.name
    /// The path segments of the server's own routes, which no provider may have as its name.
    static let steps: Set = [
        "code", "confirm", "finish", "forgotten", "link", "register", "second-factor",
    ]
    /// The reserved names: the names of other sign-in methods in Appwrite's protocol and the Swift package, such as
    /// `magic-url` and `browser`, and the button types of the server's pages.
    private static let words: Set = [
        "email", "server", "magic-url", "browser", "registration", "guest", "danger", "primary", "small",
    ]

    package private(set) var definitions = ProviderDirectory.builtIn
    /// The providers that support browser sign-in.
    package private(set) var web = WebProvider.usual

    /// Creates a directory with only the providers that every server supports.
    init() {}

    /// Reads a file's `identityProviders`, an object with one member for each provider.
    package init(_ reader: ConfigurationReader) throws(ConfigurationError) {
        guard let block = try reader.read(ServerSettings.identityProviders) else { return }
        let path = block.path
        guard let members = block.value.object?.members else {
            throw ConfigurationError(path, "a JSON object is required")
        }
        for member in members {
            let path = ConfigurationReader.join(path, member.name)
            guard let provider = Provider(rawValue: member.name) else {
                throw ConfigurationError(
                    path, "a provider's name must be up to 12 lower-case letters, digits and -, beginning with a letter"
                )
            }
            guard !Self.steps.union(Self.words).contains(member.name) else {
                throw ConfigurationError(path, "this name is reserved; choose another")
            }
            guard definitions[provider] == nil else {
                throw ConfigurationError(path, "this provider is built in and must not be defined here")
            }
            let block = try OpenIDBlock(provider, member.value, at: path)
            let others = definitions.all
            guard !others.contains(where: { $0.tokens.issuers.contains { block.issuer.hasSameBytes(as: $0) } }) else {
                throw ConfigurationError(
                    "\(path).issuer", "another provider already has this issuer, and thus the same users")
            }
            guard !others.contains(where: { $0.name.lowercased() == block.definition.name.lowercased() }) else {
                throw ConfigurationError("\(path).name", "another provider already has this name")
            }
            definitions = ProviderDirectory(definitions.all + [block.definition])
            if let page = block.web { web.append(page) }
        }
    }

    /// Returns a provider's settings for browser sign-in; nil if the provider does not support it.
    func web(_ provider: Provider) -> WebProvider? { web.first { $0.provider == provider } }
}

/// The settings of an OpenID Connect provider in the file (OpenID Connect Core 1.0; the URLs are in its discovery
/// document).
private struct OpenIDBlock {
    let issuer: String
    let definition: ProviderDefinition
    let web: WebProvider?

    init(_ provider: Provider, _ value: JSONValue, at path: String) throws(ConfigurationError) {
        let reader = try ConfigurationReader(value, at: path, of: OpenIDSettings.group)
        let issuer = try Self.address(OpenIDSettings.issuer, reader)
        let keysURL = try Self.address(OpenIDSettings.keysURL, reader)
        guard let issuer, let keysURL else {
            throw ConfigurationError("\(path).\(issuer == nil ? "issuer" : "keysURL")", "this setting is required")
        }
        let name = try reader.read(OpenIDSettings.name) ?? provider.rawValue
        guard Self.isName(name) else {
            throw ConfigurationError(
                "\(path).name", "must be 1 to 40 letters, digits, spaces (not at the ends) and the characters - ' & . +"
            )
        }
        self.issuer = issuer
        definition = ProviderDefinition(
            provider, name: name,
            tokens: ProviderProfile(
                name: provider.rawValue, issuers: [issuer],
                algorithm: try reader.read(OpenIDSettings.algorithm), keysURL: keysURL))
        let scope = try reader.read(OpenIDSettings.scope)
        guard scope.split(separator: " ").contains("openid") else {
            throw ConfigurationError(
                "\(path).scope", "must contain openid, without which the provider returns no ID token")
        }
        switch (
            try Self.address(OpenIDSettings.authorizationURL, reader), try Self.address(OpenIDSettings.tokenURL, reader)
        ) {
        case (let authorization?, let token?):
            web = WebProvider(
                provider, at: OAuthEndpoints(authorization: authorization, token: token), scope: scope)
        case (nil, nil): web = nil
        case (nil, _?): throw ConfigurationError("\(path).authorizationURL", "this setting is required with tokenURL")
        case (_?, nil): throw ConfigurationError("\(path).tokenURL", "this setting is required with authorizationURL")
        }
    }

    /// Returns true if the text is suitable as a button's label: 1 to 40 letters, digits, inner spaces and `-'&.+`.
    private static func isName(_ text: String) -> Bool {
        (1...40).contains(text.unicodeScalars.count) && text.first?.isWhitespace == false
            && text.last?.isWhitespace == false
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || " -'&.+".unicodeScalars.contains(scalar)
            }
    }

    /// Reads the URL of an issuer or endpoint; nil if the setting is missing. The URL must use https or lead to this
    /// machine, and must not have a user name or a fragment.
    private static func address(
        _ key: SettingKey<String?>, _ reader: ConfigurationReader
    ) throws(ConfigurationError) -> String? {
        guard let text = try reader.read(key) else { return nil }
        let path = reader.path(of: key)
        let isWhole = text.utf8.allSatisfy {
            (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "#")
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let origin = parts.prefix(3).joined(separator: "/")
        guard isWhole, parts.count > 2, parts[1].isEmpty, !parts[2].isEmpty, !parts[2].contains("@"),
            parts[0] == "https:" || WebOrigin.isLoopback(origin)
        else {
            throw ConfigurationError(path, "must be a URL such as https://id.example.com/…")
        }
        return text
    }
}
