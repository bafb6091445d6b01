import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An installation as the doctor's checks see it.
///
/// The checks read the settings as written, so that one error does not hide the others.
struct Installation: Sendable {
    /// The settings as written; empty if the file is not JSON.
    let settings: JSONObject
    /// The errors of the settings, each once.
    let faults: [ConfigurationError]
    let subjects: Doctor.Options
    let now: Date
    let fetch: Doctor.Fetch?
    let greet: Doctor.Greet?

    init(
        _ configuration: [UInt8], subjects: Doctor.Options, now: Date, fetch: Doctor.Fetch?,
        greet: Doctor.Greet? = nil
    ) {
        self.subjects = subjects
        self.now = now
        self.fetch = fetch
        self.greet = greet
        do throws(JSONError) {
            let json = try JSONValue(parsing: configuration, limits: ServerConfiguration.limits)
            settings = json.object ?? [:]
            faults = ConfigurationDiagnosis(json).faults
        } catch {
            settings = [:]
            let before = configuration.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            faults = [ConfigurationError("", "line \(line) is not valid JSON (RFC 8259): \(error.reason.text)")]
        }
    }

    /// An app's block of one provider.
    struct ProviderBlock {
        let app: String
        let path: String
        let settings: JSONObject

        func text(_ name: String) -> String? { settings[name]?.string }
        func texts(_ name: String) -> [String] { settings[name]?.array?.compactMap(\.string) ?? [] }
    }

    /// The apps in the configuration, each with its path in the file.
    var apps: [(name: String, path: String, settings: JSONObject)] {
        (settings["apps"]?.object?.members ?? []).compactMap { member in
            member.value.object.map { (member.name, "apps.\(member.name)", $0) }
        }
    }

    /// The supported providers; only the built-in ones if the providers in the file are invalid or the file has an
    /// unknown top-level setting.
    var providers: IdentityProviders {
        let reader = try? ServerConfiguration.reader(.object(settings))
        return reader.flatMap { try? IdentityProviders($0) } ?? IdentityProviders()
    }

    /// Returns the blocks of a provider in all apps.
    func blocks(of provider: Provider) -> [ProviderBlock] {
        apps.compactMap { app in
            guard let block = app.settings["providers"]?[provider.rawValue]?.object else { return nil }
            return ProviderBlock(
                app: app.name, path: "\(app.path).providers.\(provider.rawValue)", settings: block)
        }
    }

    /// Returns true if the path is in the data folder, after resolving links.
    func isInDataFolder(_ path: String) -> Bool {
        guard let folder = settings["dataDir"]?.string else { return false }
        return ServerConfiguration.components(path).starts(with: ServerConfiguration.components(folder))
    }
}
