import Foundation
import SesameAccounts
import SesameCore

extension WebClient {
    /// The settings of a provider's block that are read here.
    static func settings(of provider: Provider) -> [String] {
        switch provider {
        case .google: ["webClientID", "clientSecretFile", "clientSecretEnvironment"]
        case .apple: ["servicesID", "teamID", "keyID", "keyFile"]
        }
    }

    /// The client id that a provider's block names for browsers.
    static func clientID(_ reader: ConfigurationReader, of provider: Provider) throws(ConfigurationError) -> String? {
        switch provider {
        case .google: try reader.string("webClientID")
        case .apple: try reader.string("servicesID")
        }
    }

    /// Whether Google's block says where the web client's secret is.
    static func namesSecret(_ google: ConfigurationReader) -> Bool {
        ["clientSecretFile", "clientSecretEnvironment"].contains { google.value($0) != nil }
    }

    /// Reads a provider's block; nil when it names no web client.
    static func read(
        _ reader: ConfigurationReader, of provider: Provider, at path: String
    ) throws(ConfigurationError) -> WebClient? {
        guard settings(of: provider).contains(where: { reader.value($0) != nil }) else { return nil }
        switch provider {
        case .google:
            return .google(
                clientID: try reader.requiredString("webClientID"), secret: try googleSecret(reader, at: path))
        case .apple:
            let file = try reader.requiredString("keyFile")
            let pem = try content(of: file, at: "\(path).keyFile")
            guard let key = AppleKey(keyID: try reader.requiredString("keyID"), pem: pem) else {
                throw ConfigurationError(
                    "\(path).keyFile", "'\(file)' holds no P-256 key; name the .p8 file that Apple gave you")
            }
            return .apple(
                servicesID: try reader.requiredString("servicesID"), teamID: try reader.requiredString("teamID"),
                key: key)
        }
    }

    private static func googleSecret(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> Secret {
        switch (try reader.string("clientSecretFile"), try reader.string("clientSecretEnvironment")) {
        case (let file?, nil): return try content(of: file, at: "\(path).clientSecretFile")
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

    private static func content(of file: String, at path: String) throws(ConfigurationError) -> Secret {
        guard let data = FileManager.default.contents(atPath: file), data.count <= 65_536,
            let text = String(validating: data, as: UTF8.self)
        else { throw ConfigurationError(path, "'\(file)' cannot be read") }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { throw ConfigurationError(path, "'\(file)' is empty") }
        return Secret(trimmed)
    }
}
