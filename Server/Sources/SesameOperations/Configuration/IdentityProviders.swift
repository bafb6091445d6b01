import SesameAccounts
import SesameCore
import SesameSurface
import SesameTokens

/// The providers of a configuration: those that every server knows, and the OpenID Connect providers that the file
/// describes.
struct IdentityProviders {
    static let setting = "identityProviders"
    /// What stands in a provider's place in an address of ours already.
    static let steps: Set = [
        "code", "confirm", "finish", "forgotten", "link", "register", "second-factor",
    ]

    private(set) var definitions = ProviderDirectory.usual
    /// Those of them that browsers can be sent to.
    private(set) var web = WebProvider.usual

    /// Those that every server knows.
    init() {}

    /// Reads a file's `identityProviders`, an object with a member for each.
    init(_ reader: ConfigurationReader) throws(ConfigurationError) {
        guard let (value, path) = reader.value(Self.setting) else { return }
        guard let members = value.object?.members else { throw ConfigurationError(path, "an object is expected") }
        for member in members {
            let path = ConfigurationReader.join(path, member.name)
            guard let provider = Provider(rawValue: member.name) else {
                throw ConfigurationError(
                    path, "a provider's name has up to 32 lower-case letters, digits and -, and begins with a letter")
            }
            guard !Self.steps.contains(member.name) else {
                throw ConfigurationError(path, "a step of a sign-in has that name; choose another")
            }
            guard definitions[provider] == nil else { throw ConfigurationError(path, "the server knows it by itself") }
            let block = try OpenIDBlock(provider, member.value, at: path)
            definitions = ProviderDirectory(definitions.all + [block.definition])
            if let page = block.web { web.append(page) }
        }
    }

    /// Returns how browsers are sent to the provider; nil where they are not.
    func web(_ provider: Provider) -> WebProvider? { web.first { $0.provider == provider } }
}

/// What a file says of an OpenID Connect provider
/// (OpenID Connect Core 1.0; the addresses stand in its discovery document).
private struct OpenIDBlock {
    private static let settings = ["name", "issuer", "keysURL", "algorithm", "authorizationURL", "tokenURL", "scope"]

    let definition: ProviderDefinition
    let web: WebProvider?

    init(_ provider: Provider, _ value: JSONValue, at path: String) throws(ConfigurationError) {
        let reader = try ConfigurationReader(value, at: path, allowing: Self.settings)
        let issuer = try Self.address("issuer", reader)
        let keysURL = try Self.address("keysURL", reader)
        guard let issuer, let keysURL else {
            throw ConfigurationError("\(path).\(issuer == nil ? "issuer" : "keysURL")", "this setting is required")
        }
        let name = try reader.string("name") ?? provider.rawValue
        guard (1...40).contains(name.count) else { throw ConfigurationError("\(path).name", "1 to 40 characters") }
        definition = ProviderDefinition(
            provider, name: name,
            tokens: ProviderProfile(
                name: provider.rawValue, issuers: [issuer],
                algorithm: try reader.choice("algorithm", of: JWSAlgorithm.self) ?? .rs256, keysURL: keysURL))
        let scope = try reader.string("scope") ?? "openid email profile"
        guard scope.split(separator: " ").contains("openid") else {
            throw ConfigurationError("\(path).scope", "openid is among it, or no ID token would come")
        }
        switch (try Self.address("authorizationURL", reader), try Self.address("tokenURL", reader)) {
        case (let authorization?, let token?):
            web = WebProvider(
                provider, at: ProviderAddresses(authorization: authorization, token: token), scope: scope)
        case (nil, nil): web = nil
        case (nil, _?): throw ConfigurationError("\(path).authorizationURL", "tokenURL is nothing without it")
        case (_?, nil): throw ConfigurationError("\(path).tokenURL", "authorizationURL is nothing without it")
        }
    }

    /// Reads an address that the server or a browser goes to: over TLS, or on this machine.
    private static func address(
        _ name: String, _ reader: ConfigurationReader
    ) throws(ConfigurationError) -> String? {
        guard let (_, path) = reader.value(name), let text = try reader.string(name) else { return nil }
        let isWhole = text.utf8.allSatisfy {
            (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "#")
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let origin = parts.prefix(3).joined(separator: "/")
        guard isWhole, parts.count > 2, !parts[2].isEmpty, parts[0] == "https:" || WebOrigin.isLoopback(origin) else {
            throw ConfigurationError(path, "an address such as https://id.example.com/… is expected")
        }
        return text
    }
}
