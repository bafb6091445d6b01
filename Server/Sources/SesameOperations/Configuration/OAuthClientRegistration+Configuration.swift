import Foundation
import SesameAccounts
import SesameCore
package import SesameSurface

extension OAuthClientRegistration {
    /// Returns the settings of the OAuth client for browser sign-in in a provider's block.
    static func keys(by authentication: WebProvider.Authentication) -> [any SettingKeyed] {
        switch authentication {
        case .secret: [webClientKey, secretFileKey, secretVariableKey]
        case .team: [servicesKey] + AppleTeam.keys
        }
    }

    /// Returns the names of the settings of the OAuth client for browser sign-in.
    static func settings(by authentication: WebProvider.Authentication) -> [String] {
        keys(by: authentication).map(\.setting.name)
    }

    private static let webClientKey = SettingKey<String?>.text("webClientID", "The client ID for sign-in in browsers.")
    private static let secretFileKey = SettingKey<String?>.text(
        "clientSecretFile", "The file with that client's secret.")
    private static let secretVariableKey = SettingKey<String?>.text(
        "clientSecretEnvironment", "The environment variable with it, instead of a file.")
    private static let servicesKey = SettingKey<String?>.text(
        "servicesID", "Apple's Services ID, for sign-in in browsers; requires the three keys below.")

    /// Returns the client id for browser sign-in from a provider's block; nil if there is none.
    package static func clientID(
        _ reader: ConfigurationReader, of provider: WebProvider
    ) throws(ConfigurationError) -> String? {
        try reader.read(provider.authentication == .secret ? webClientKey : servicesKey)
    }

    /// Returns true if the block specifies the location of the web client's secret.
    package static func namesSecret(_ block: ConfigurationReader) -> Bool {
        block.has(secretFileKey) || block.has(secretVariableKey)
    }

    /// Reads the OAuth client for browser sign-in from a provider's block; nil if there is none. Throws if a required
    /// setting or file is missing.
    package static func read(
        _ reader: ConfigurationReader, of provider: WebProvider, at path: String
    ) throws(ConfigurationError) -> OAuthClientRegistration? {
        switch provider.authentication {
        case .secret:
            guard settings(by: .secret).contains(where: { reader.value($0) != nil }) else { return nil }
            return OAuthClientRegistration(
                provider, clientID: try reader.requiredString(webClientKey.name),
                proof: .secret(try secret(reader)))
        case .team:
            guard let servicesID = try reader.read(servicesKey) else { return nil }
            guard let team = try AppleTeam.read(reader) else {
                throw ConfigurationError("\(path).teamID", "a Services ID requires teamID, keyID and keyFile")
            }
            return OAuthClientRegistration(provider, clientID: servicesID, proof: .team(team))
        }
    }

    private static func secret(_ reader: ConfigurationReader) throws(ConfigurationError) -> Secret {
        let path = reader.path(of: secretFileKey)
        switch (try reader.read(secretFileKey), try reader.read(secretVariableKey)) {
        case (let file?, nil): return try Secret(contentOf: file, at: path)
        case (nil, let name?):
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw ConfigurationError(
                    reader.path(of: secretVariableKey), "the environment variable '\(name)' is missing or empty")
            }
            return Secret(value)
        default:
            throw ConfigurationError(path, "exactly one of clientSecretFile and clientSecretEnvironment is required")
        }
    }
}

extension AppleTeam {
    static let keys: [any SettingKeyed] = [teamKey, keyIDKey, keyFileKey]
    private static let teamKey = SettingKey<String?>.text("teamID", "The team ID at Apple.")
    private static let keyIDKey = SettingKey<String?>.text("keyID", "The ID of the team's key.")
    private static let keyFileKey = SettingKey<String?>.text("keyFile", "The `.p8` file of the key.")

    /// Reads the team and its key from Apple's block; nil if the block has no setting of a team.
    static func read(_ reader: ConfigurationReader) throws(ConfigurationError) -> AppleTeam? {
        guard keys.contains(where: { reader.value($0.setting.name) != nil }) else { return nil }
        let file = try reader.requiredString(keyFileKey.name)
        let path = reader.path(of: keyFileKey)
        let pem = try Secret(contentOf: file, at: path)
        guard let key = AppleKey(keyID: try reader.requiredString(keyIDKey.name), pem: pem) else {
            throw ConfigurationError(
                path, "'\(file)' contains no P-256 key", cause: .file, fix: .advice("name the .p8 file from Apple"))
        }
        return AppleTeam(id: try reader.requiredString(teamKey.name), key: key)
    }
}
