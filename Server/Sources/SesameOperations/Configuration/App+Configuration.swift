import Foundation
import SesameAccounts
import SesameCore
import SesameSurface
import SesameTokens

extension App {
    /// Reads one app's block. Throws at the first invalid setting.
    ///
    /// - Parameters:
    ///   - keys: The pseudonym keys of pseudonymous apps; nil if the server has none.
    ///   - origins: The default origins of the app's pages; nil if the block must specify them.
    ///   - known: The supported providers.
    init(
        _ value: JSONValue, named name: String, at path: String, pseudonyms keys: PseudonymKeys?, origins: [String]?,
        _ known: IdentityProviders
    ) throws(ConfigurationError) {
        guard let id = AppID(name) else {
            throw ConfigurationError(path, "an app's name must be 1 to 64 letters, digits, - and _")
        }
        let reader = try ConfigurationReader(value, at: path, of: AppSettings.group)
        let providers = try ProviderBlock(reader, known)
        let appwrite = try AppwriteSettings.read(reader, shared: origins)
        let sessions = try SessionPolicy(reader, most: appwrite == nil ? 100 : AppwriteSettings.defaultMaxSessions)
        let contract = try IDTokenExchangeSettings.read(reader)
        if let days = contract?.accessDays,
            TimeInterval(days) * 86_400 > min(sessions.idleTimeout, sessions.absoluteTimeout)
        {
            throw ConfigurationError(
                "\(path).contract.accessDays",
                "a token cannot outlive its session; see sessions.idleDays (60 by default) and sessions.absoluteDays")
        }
        self.init(
            id: id, providers: providers.settings, allowsAnonymous: providers.anonymous,
            guests: try GuestPolicy(reader, sessions: sessions),
            signUp: try reader.read(AppSettings.signUp),
            emailLinking: try reader.read(AppSettings.emailLinking),
            mergeUndoPeriod: Double(try reader.read(AppSettings.mergeUndoHours)) * 3_600,
            roles: try reader.read(AppSettings.roles) ?? [],
            profile: try ProfileSchema(reader, known.definitions), sessions: sessions, contract: contract,
            labels: try AppLabels(reader), language: try reader.read(AppSettings.language),
            hosts: (try reader.read(AppSettings.hosts) ?? []).map { $0.lowercased() },
            redirects: try RegisteredRedirects(reader, at: path), push: try PushSettings(reader),
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
        guard let member = try app.read(AppSettings.providers) else { return }
        let names = known.definitions.all.map(\.provider.rawValue)
        let reader = try ConfigurationReader(
            member.value, at: member.path,
            allowing: names + [AppProviderSettings.anonymous.name, AppProviderSettings.password.name])
        anonymous = try reader.read(AppProviderSettings.anonymous)
        passwords = try PasswordPolicy.read(reader)
        for definition in known.definitions.all {
            guard let (value, path) = reader.value(definition.provider.rawValue) else { continue }
            settings[definition.provider] = try ProviderSettings(
                value, of: definition, known.web(definition.provider), at: path)
        }
    }
}

extension ProviderSettings {
    /// Returns the settings that a provider's block may have, including those for browser sign-in.
    static func settings(of provider: WebProvider?) -> SettingGroup {
        SettingGroup(
            [clientIDs, nonce, nonceByClientID, deletedPeople]
                + OAuthClientRegistration.keys(by: provider?.authentication ?? .secret))
    }

    private static let clientIDs = SettingKey<[String]?>.texts(
        "clientIDs", isRequired: true, "The accepted values of `aud`.")
    private static let nonce = SettingKey<NonceForm?>.choice(
        "nonce", of: NonceForm.self, without: "`sha256Hex` for Apple, else `raw`",
        "The form of the nonce in ID tokens.")
    private static let nonceByClientID = SettingKey<JSONMember?>.value(
        "nonceByClientID", "The same for single client IDs.")
    private static let deletedPeople = SettingKey<ProviderAccountDeletionPolicy>.choice(
        "deletedPeople", usual: .delete,
        "For accounts [deleted at the provider](operations/provider-notifications.md#what-each-event-does)."
    )

    fileprivate init(
        _ value: JSONValue, of definition: ProviderDefinition, _ web: WebProvider?, at path: String
    ) throws(ConfigurationError) {
        let reader = try ConfigurationReader(
            value, at: path, allowing: Self.settings(of: web).names.filter { web != nil || !Self.isForBrowsers($0) })
        guard let clientIDs = try reader.read(Self.clientIDs), !clientIDs.isEmpty else {
            throw ConfigurationError("\(path).clientIDs", "at least one client ID is required")
        }
        var forms: [String: NonceForm] = [:]
        if let member = try reader.read(Self.nonceByClientID) {
            let byClient = try ConfigurationReader(member.value, at: member.path, allowing: clientIDs)
            for id in clientIDs { forms[id] = try byClient.choice(id, of: NonceForm.self) }
        }
        self.init(
            clientIDs: clientIDs, nonceForms: forms,
            defaultNonceForm: try reader.read(Self.nonce) ?? definition.usualNonceForm,
            deletedPeople: try reader.read(Self.deletedPeople))
    }

    /// Returns true for a setting that only providers with browser sign-in have.
    private static func isForBrowsers(_ name: String) -> Bool {
        OAuthClientRegistration.settings(by: .secret).contains(name)
    }
}

extension RegisteredRedirects {
    fileprivate init(_ app: ConfigurationReader, at path: String) throws(ConfigurationError) {
        let registered = try app.read(AppSettings.redirectURIs) ?? []
        guard registered.allSatisfy(Self.isValidRedirectURI) else {
            throw ConfigurationError(
                "\(path).redirectURIs",
                "must be absolute URLs without a fragment: https, http on loopback, or a reversed domain as the scheme")
        }
        self.init(registered: registered, allowsLoopback: try app.read(AppSettings.loopbackRedirects))
    }
}

extension PushSettings {
    static let settings = SettingGroup([accountKey, daysKey])
    static let accountKey = SettingKey<String?>.text(
        "serviceAccountFile", "The key file of the Firebase project's service account.")
    private static let daysKey = SettingKey<Int>.integer(
        "deviceDays", in: 1...400, usual: 60, "The lifetime of a device registration in days.")

    fileprivate init(_ app: ConfigurationReader) throws(ConfigurationError) {
        guard let reader = try app.read(AppSettings.push) else {
            self.init()
            return
        }
        self.init(deviceLife: Double(try reader.read(Self.daysKey)) * 86_400)
    }
}

extension GuestPolicy {
    static let settings = SettingGroup([daysKey, modeKey])
    private static let daysKey = SettingKey<Int?>.integer(
        "idleDays", in: 1...3_650, without: "90, or `sessions.idleDays` if larger",
        "Days without use after which a guest is deleted.")
    private static let modeKey = SettingKey<Mode>.choice(
        "cleanUp", usual: .on, "`dryRun` only logs how many guests would be deleted.")

    fileprivate init(_ app: ConfigurationReader, sessions: SessionPolicy) throws(ConfigurationError) {
        guard let reader = try app.read(AppSettings.guests) else {
            self.init(idleTimeout: Self.defaultIdleTimeout(sessions))
            return
        }
        let days = try reader.read(Self.daysKey)
        self.init(
            idleTimeout: days.map { Double($0) * 86_400 } ?? Self.defaultIdleTimeout(sessions),
            mode: try reader.read(Self.modeKey))
    }
}

extension SessionPolicy {
    static let settings = SettingGroup([accessKey, idleKey, absoluteKey, maxSessionsKey, leewayKey])
    private static let accessKey = SettingKey<Int>.integer(
        "accessMinutes", in: 1...60, usual: 15, "Minutes for which an access token is valid.")
    private static let idleKey = SettingKey<Int>.integer(
        "idleDays", in: 1...400, usual: 60, "Days without a refresh after which a session ends.")
    private static let absoluteKey = SettingKey<Int>.integer(
        "absoluteDays", in: 1...400, usual: 365, "Days after the sign-in at which a session ends.")
    private static let maxSessionsKey = SettingKey<Int?>.integer(
        "most", in: 1...1_000, without: "100; 10 with an Appwrite project",
        "Active sessions of an account; one more ends the oldest.")
    private static let leewayKey = SettingKey<Int>.integer(
        "leewaySeconds", in: 0...60, usual: 10,
        "Seconds in which a used refresh token gets the same response again.")

    /// Reads an app's session settings.
    ///
    /// - Parameter usual: The default for the maximum number of sessions of one account.
    fileprivate init(_ app: ConfigurationReader, most usual: Int) throws(ConfigurationError) {
        guard let reader = try app.read(AppSettings.sessions) else {
            self.init(maxSessions: usual)
            return
        }
        self.init(
            accessTokenLifetime: Double(try reader.read(Self.accessKey)) * 60,
            idleTimeout: Double(try reader.read(Self.idleKey)) * 86_400,
            absoluteTimeout: Double(try reader.read(Self.absoluteKey)) * 86_400,
            maxSessions: try reader.read(Self.maxSessionsKey) ?? usual,
            refreshLeeway: Double(try reader.read(Self.leewayKey)))
    }
}

extension IDTokenExchangeSettings {
    static let settings = SettingGroup([daysKey, roleKey, defaultKey])
    private static let daysKey = SettingKey<Int?>.integer(
        "accessDays", in: 1...maxAccessDays, without: "`sessions.accessMinutes`",
        "The lifetime of an access token in days, at most that of its session.")
    private static let roleKey = SettingKey<RoleForm>.choice("role", usual: .object, "The form of a role in responses.")
    private static let defaultKey = SettingKey<Bool>.flag(
        "default", usual: false, "Whether this app handles requests that name no app.")

    fileprivate static func read(_ app: ConfigurationReader) throws(ConfigurationError) -> IDTokenExchangeSettings? {
        guard let reader = try app.read(AppSettings.contract) else { return nil }
        return IDTokenExchangeSettings(
            accessDays: try reader.read(daysKey), role: try reader.read(roleKey), isDefault: try reader.read(defaultKey)
        )
    }
}
