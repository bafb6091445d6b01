import Foundation
import SesameAccounts
import SesameCore
import SesameSurface
import SesameTokens

extension App {
    private static let settings = [
        "providers", "signUp", "emailLinking", "mergeUndoHours", "roles", "labels", "profile", "sessions", "contract",
        "language",
        "hosts", "redirectURIs", "loopbackRedirects", "push", "guests", "privacy", "pseudonymous", "secondFactors",
        "firebase",
        AppwriteSettings.setting, ServerLimits.setting,
    ]

    /// Reads one app's block.
    ///
    /// - Parameters:
    ///   - keys: The keys of the pseudonyms of apps in the privacy mode.
    ///   - origins: The origins of its pages, where the app does not say; nil where it has to.
    ///   - known: The providers that there are.
    init(
        _ value: JSONValue, named name: String, at path: String, pseudonyms keys: PseudonymKeys?, origins: [String]?,
        _ known: IdentityProviders
    ) throws(ConfigurationError) {
        guard let id = AppID(name) else {
            throw ConfigurationError(path, "an app's name has up to 64 letters, digits, - and _")
        }
        let reader = try ConfigurationReader(value, at: path, allowing: Self.settings)
        let providers = try ProviderBlock(reader, known)
        let appwrite = try AppwriteSettings.read(reader, shared: origins)
        let sessions = try SessionPolicy(reader, most: appwrite == nil ? 100 : AppwriteSettings.mostSessions)
        let contract = try ContractSettings.read(reader)
        if let days = contract?.accessDays, TimeInterval(days) * 86_400 > min(sessions.idleLife, sessions.absoluteLife)
        {
            throw ConfigurationError(
                "\(path).contract.accessDays",
                "a token cannot outlive its session: see sessions.idleDays, 60 by default")
        }
        self.init(
            id: id, providers: providers.settings, allowsAnonymous: providers.anonymous,
            guests: try GuestPolicy(reader, sessions: sessions),
            signUp: try reader.choice("signUp", of: SignUpPolicy.self) ?? .implicit,
            emailLinking: try reader.choice("emailLinking", of: EmailLinking.self) ?? .never,
            mergeUndoLife: Double(try reader.integer("mergeUndoHours", in: 0...720) ?? 24) * 3_600,
            roles: try reader.strings("roles") ?? [],
            profile: try ProfileSchema(reader, known.definitions), sessions: sessions, contract: contract,
            labels: try AppLabels(reader), language: try reader.string("language") ?? "en",
            hosts: (try reader.strings("hosts") ?? []).map { $0.lowercased() },
            redirects: try RedirectRule(reader, at: path), push: try PushSettings(reader),
            privacy: try PrivacyMode(reader, of: id, at: path, keys), passwords: providers.passwords,
            secondFactors: try SecondFactorSettings(reader),
            firebase: try FirebaseSettings.read(reader), appwrite: appwrite)
        try requireNothingPersonal(at: path)
        try requireOwnLabels(reader)
    }
}

private struct ProviderBlock {
    var settings: [Provider: ProviderSettings] = [:]
    var anonymous = false
    var passwords: PasswordPolicy?

    init(_ app: ConfigurationReader, _ known: IdentityProviders) throws(ConfigurationError) {
        guard let (value, path) = app.value("providers") else { return }
        let names = known.definitions.all.map(\.provider.rawValue)
        let reader = try ConfigurationReader(value, at: path, allowing: names + ["anonymous", "password"])
        anonymous = try reader.bool("anonymous") ?? false
        passwords = try PasswordPolicy.read(reader)
        for definition in known.definitions.all {
            guard let (value, path) = reader.value(definition.provider.rawValue) else { continue }
            settings[definition.provider] = try ProviderSettings(
                value, of: definition, known.web(definition.provider), at: path)
        }
    }
}

extension ProviderSettings {
    static func settings(of provider: WebProvider?) -> [String] {
        ["clientIDs", "nonce", "nonceByClientID", "deletedPeople"]
            + (provider.map { WebClient.settings(by: $0.authentication) } ?? [])
    }

    fileprivate init(
        _ value: JSONValue, of definition: ProviderDefinition, _ web: WebProvider?, at path: String
    ) throws(ConfigurationError) {
        let reader = try ConfigurationReader(value, at: path, allowing: Self.settings(of: web))
        guard let clientIDs = try reader.strings("clientIDs"), !clientIDs.isEmpty else {
            throw ConfigurationError("\(path).clientIDs", "at least one client id is required")
        }
        var forms: [String: NonceForm] = [:]
        if let (value, path) = reader.value("nonceByClientID") {
            let byClient = try ConfigurationReader(value, at: path, allowing: clientIDs)
            for id in clientIDs { forms[id] = try byClient.choice(id, of: NonceForm.self) }
        }
        self.init(
            clientIDs: clientIDs, nonceForms: forms,
            defaultNonceForm: try reader.choice("nonce", of: NonceForm.self) ?? definition.usualNonceForm,
            deletedPeople: try reader.choice("deletedPeople", of: DeletedPersonPolicy.self) ?? .delete)
    }
}

extension RedirectRule {
    fileprivate init(_ app: ConfigurationReader, at path: String) throws(ConfigurationError) {
        let registered = try app.strings("redirectURIs") ?? []
        guard registered.allSatisfy(Self.canBeRegistered) else {
            throw ConfigurationError(
                "\(path).redirectURIs",
                "whole addresses without fragment are expected: https, loopback, or a reversed domain as scheme")
        }
        self.init(registered: registered, allowsLoopback: try app.bool("loopbackRedirects") ?? true)
    }
}

extension PushSettings {
    static let settings = ["serviceAccountFile", "deviceDays"]

    fileprivate init(_ app: ConfigurationReader) throws(ConfigurationError) {
        guard let (value, path) = app.value("push") else {
            self.init()
            return
        }
        let reader = try ConfigurationReader(value, at: path, allowing: Self.settings)
        self.init(deviceLife: Double(try reader.integer("deviceDays", in: 1...400) ?? 60) * 86_400)
    }
}

extension GuestPolicy {
    fileprivate init(_ app: ConfigurationReader, sessions: SessionPolicy) throws(ConfigurationError) {
        guard let (value, path) = app.value("guests") else {
            self.init(idleLife: Self.usualLife(sessions))
            return
        }
        let reader = try ConfigurationReader(value, at: path, allowing: ["idleDays", "cleanUp"])
        let days = try reader.integer("idleDays", in: 1...3_650)
        self.init(
            idleLife: days.map { Double($0) * 86_400 } ?? Self.usualLife(sessions),
            mode: try reader.choice("cleanUp", of: Mode.self) ?? .on)
    }
}

extension SessionPolicy {
    /// - Parameter usual: How many sessions of one account live at once where the app does not say.
    fileprivate init(_ app: ConfigurationReader, most usual: Int) throws(ConfigurationError) {
        guard let (value, path) = app.value("sessions") else {
            self.init(most: usual)
            return
        }
        let reader = try ConfigurationReader(
            value, at: path, allowing: ["accessMinutes", "idleDays", "absoluteDays", "most"])
        self.init(
            accessLife: Double(try reader.integer("accessMinutes", in: 1...60) ?? 15) * 60,
            idleLife: Double(try reader.integer("idleDays", in: 1...400) ?? 60) * 86_400,
            absoluteLife: Double(try reader.integer("absoluteDays", in: 1...400) ?? 365) * 86_400,
            most: try reader.integer("most", in: 1...1_000) ?? usual)
    }
}

extension ContractSettings {
    fileprivate static func read(_ app: ConfigurationReader) throws(ConfigurationError) -> ContractSettings? {
        guard let (value, path) = app.value("contract") else { return nil }
        let reader = try ConfigurationReader(value, at: path, allowing: ["accessDays", "role", "default"])
        return ContractSettings(
            accessDays: try reader.integer("accessDays", in: 1...ContractSettings.greatestAccessDays),
            role: try reader.choice("role", of: RoleForm.self) ?? .object,
            isDefault: try reader.bool("default") ?? false)
    }
}
