import SesameAccounts
import SesameCore

extension PrivacyMode {
    enum Choice: String, CaseIterable {
        case standard
        case pseudonymous
    }

    static let settings = SettingGroup([domainKey, nameKey, legacyKey])
    private static let domainKey = SettingKey<String?>.text(
        "emailDomain", without: "no address",
        "The domain of placeholder email addresses, for clients that require one, such as `shop.invalid`.")
    private static let nameKey = SettingKey<String?>.text(
        "displayName", without: "no name", "The placeholder name of all users, for clients that require one.")
    private static let legacyKey = SettingKey.flag(
        "recognizeLegacyIDs", usual: false,
        "Whether [ids that the app derived itself](guides/pseudonymous-apps.md#accounts-from-before) are recognized.")

    /// Reads an app's `privacy` and, if it is `pseudonymous`, the `pseudonymous` block. Throws if a pseudonymous app
    /// has no pseudonym keys.
    init(
        _ app: ConfigurationReader, of id: AppID, at path: String, _ keys: PseudonymKeys?
    ) throws(ConfigurationError) {
        guard try app.read(AppSettings.privacy) == .pseudonymous else {
            if app.has(AppSettings.pseudonymous) {
                throw ConfigurationError(
                    app.path(of: AppSettings.pseudonymous), "these settings require \"privacy\": \"pseudonymous\"")
            }
            self = .standard
            return
        }
        let settings = try app.read(AppSettings.pseudonymous)
        let domain = try settings?.read(Self.domainKey) ?? nil
        guard domain.map(Self.isDomain) ?? true else {
            throw ConfigurationError("\(path).pseudonymous.emailDomain", "must be a domain such as shop.invalid")
        }
        let pseudonymity = try keys.flatMap { keys throws(ConfigurationError) in
            PseudonymSettings(
                keys, in: id,
                placeholder: PlaceholderClaims(
                    emailDomain: domain, displayName: try settings?.read(Self.nameKey) ?? nil),
                recognizesLegacyIDs: try settings?.read(Self.legacyKey) ?? false)
        }
        guard let pseudonymity else {
            throw ConfigurationError(
                "pseudonymKeyFile", "'\(path)' is a pseudonymous app, which requires pseudonym keys", cause: .file,
                fix: .run("sesame keys pseudonyms --output FILE"))
        }
        self = .pseudonymous(pseudonymity)
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.count > 1
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                            UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }
}

extension App {
    /// Throws on settings that would reveal the identity of users in a pseudonymous app.
    func requireNothingPersonal(at path: String) throws(ConfigurationError) {
        guard privacy.isPseudonymous else { return }
        if emailLinking != .never {
            throw ConfigurationError(
                "\(path).emailLinking", "must be 'never' in pseudonymous apps, which store no email addresses")
        }
        if firebase != nil {
            throw ConfigurationError(
                "\(path).firebase",
                "is not allowed in pseudonymous apps: Firebase clients receive a provider's claims about a user and "
                    + "store them "
                    + "on the device, and pseudonymous apps do not have those claims")
        }
        if passwords != nil {
            throw ConfigurationError(
                "\(path).providers.password",
                "is not allowed in pseudonymous apps, which store no email addresses to sign in with")
        }
        if secondFactors.kinds.contains(.phone) {
            throw ConfigurationError(
                "\(path).secondFactors.phone", "is not allowed in pseudonymous apps, which store no phone numbers")
        }
        for field in profile.fields {
            let path = "\(path).profile.fields.\(field.name)"
            if field.source?.isClaim == true {
                throw ConfigurationError(
                    path,
                    "a field for a provider's claim is not allowed in pseudonymous apps, which store no such claims")
            }
            guard field.owner != .person || field.type.namesNobody else {
                throw ConfigurationError(
                    path,
                    "users can write personal data into their fields; in pseudonymous apps, fields of users must be of "
                        + "type bool, "
                        + "integer or number, and other fields must belong to the server")
            }
        }
    }
}

extension FieldType {
    /// True if values of the type consist only of numbers and Booleans, so that users cannot write personal data into
    /// the field.
    fileprivate var namesNobody: Bool {
        switch self {
        case .bool, .integer, .number: true
        case .string, .date, .strings, .choice: false
        case .object(let members): members.allSatisfy(\.type.namesNobody)
        }
    }
}
