import Foundation
import SesameAccounts
import SesameCore
package import SesameSurface

extension WebClient {
    /// The settings of a provider's block that are read here.
    static func settings(by authentication: WebProvider.Authentication) -> [String] {
        switch authentication {
        case .secret: ["webClientID"] + secretSettings
        case .team: ["servicesID"] + AppleTeam.settings
        }
    }

    private static let secretSettings = ["clientSecretFile", "clientSecretEnvironment"]

    /// The client id that a provider's block names for browsers.
    package static func clientID(
        _ reader: ConfigurationReader, of provider: WebProvider
    ) throws(ConfigurationError) -> String? {
        try reader.string(provider.authentication == .secret ? "webClientID" : "servicesID")
    }

    /// Returns true if the block says where the web client's secret is.
    package static func namesSecret(_ block: ConfigurationReader) -> Bool {
        secretSettings.contains { block.value($0) != nil }
    }

    /// Reads a provider's block; nil when it names no web client.
    package static func read(
        _ reader: ConfigurationReader, of provider: WebProvider, at path: String
    ) throws(ConfigurationError) -> WebClient? {
        switch provider.authentication {
        case .secret:
            guard settings(by: .secret).contains(where: { reader.value($0) != nil }) else { return nil }
            return WebClient(
                provider, clientID: try reader.requiredString("webClientID"),
                proof: .secret(try secret(reader, at: path)))
        case .team:
            guard let servicesID = try reader.string("servicesID") else { return nil }
            guard let team = try AppleTeam.read(reader, at: path) else {
                throw ConfigurationError("\(path).teamID", "a Services ID needs teamID, keyID and keyFile")
            }
            return WebClient(provider, clientID: servicesID, proof: .team(team))
        }
    }

    private static func secret(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> Secret {
        switch (try reader.string("clientSecretFile"), try reader.string("clientSecretEnvironment")) {
        case (let file?, nil): return try Secret(contentOf: file, at: "\(path).clientSecretFile")
        case (nil, let name?):
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw ConfigurationError("\(path).clientSecretEnvironment", "the variable '\(name)' is not set")
            }
            return Secret(value)
        default:
            throw ConfigurationError(
                "\(path).clientSecretFile", "one of clientSecretFile and clientSecretEnvironment is required")
        }
    }
}

extension AppleTeam {
    static let settings = ["teamID", "keyID", "keyFile"]

    /// Reads the team of Apple's block; nil when none is named.
    static func read(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) -> AppleTeam? {
        guard settings.contains(where: { reader.value($0) != nil }) else { return nil }
        let file = try reader.requiredString("keyFile")
        let pem = try Secret(contentOf: file, at: "\(path).keyFile")
        guard let key = AppleKey(keyID: try reader.requiredString("keyID"), pem: pem) else {
            throw ConfigurationError(
                "\(path).keyFile", "'\(file)' holds no P-256 key; name the .p8 file that Apple gave you")
        }
        return AppleTeam(id: try reader.requiredString("teamID"), key: key)
    }
}
