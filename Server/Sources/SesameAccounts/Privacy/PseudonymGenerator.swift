import SesameTokens

/// A generator of pseudonyms for one app's users: HMAC-SHA-256 with a key that is not in the database. A pseudonym is
/// still personal data: the holder of the key can check which user it belongs to. See decision 20.
///
/// A pseudonym contains the version of its key, for example `v2.q83v…`. The pseudonym of a development provider's user
/// begins with the mark of the user's id; see ``DevelopmentSubject``.
struct PseudonymGenerator: Sendable {
    /// The prefix of the placeholder for a legacy id.
    private static let legacyMark = "legacy."

    /// The length of an HMAC of 256 bits in base64url, in characters.
    private static let length = 43

    private struct Version: Sendable {
        let name: String
        let subjects: DerivedKey
        let legacyIDs: DerivedKey
        let accounts: DerivedKey

        init(_ key: PseudonymKey, in app: AppID) {
            name = "v\(key.version)."
            subjects = key.key(for: .subjects, in: app)
            legacyIDs = key.key(for: .legacyIDs, in: app)
            accounts = key.key(for: .accounts, in: app)
        }
    }

    private let app: AppID
    private let newest: Version
    private let older: [Version]

    /// Creates the generator of an app; returns nil if there is no key.
    init?(_ keys: PseudonymKeys, in app: AppID) {
        let versions = keys.versions.map { Version($0, in: app) }
        guard let newest = versions.first else { return nil }
        self.app = app
        self.newest = newest
        older = Array(versions.dropFirst())
    }

    /// Returns the pseudonyms under which a user may be stored, with each version of the key.
    ///
    /// - Parameter legacyID: The digits of the user's ``LegacyID``; nil if the app does not recognize such ids.
    func forms(of subject: String, at provider: Provider, legacyID: String? = nil) -> SubjectAliases {
        let mark = DevelopmentSubject.mark(of: subject)
        let message = Self.message(app, provider, subject)
        func form(_ version: Version) -> String { mark + version.name + Self.text(version.subjects, message) }
        let legacy = legacyID.map { forms(ofLegacy: $0, at: provider) }
        return SubjectAliases(
            form(newest), earlier: older.map(form) + (legacy.map { [$0.current] + $0.earlier } ?? []))
    }

    /// Returns the placeholder subjects for the digits of a ``LegacyID``, with each version of the key. They are valid
    /// until the user signs in.
    func forms(ofLegacy id: String, at provider: Provider) -> SubjectAliases {
        let message = Self.message(app, provider, id)
        func form(_ version: Version) -> String {
            Self.legacyMark + version.name + Self.text(version.legacyIDs, message)
        }
        return SubjectAliases(form(newest), earlier: older.map(form))
    }

    /// Returns true if the pseudonym was created with the newest key. If not, the stored identity may have been
    /// rewritten with the newest key in the meantime.
    func isCurrent(_ form: String) -> Bool {
        form.utf8.dropFirst(DevelopmentSubject.mark(of: form).utf8.count).starts(with: newest.name.utf8)
    }

    /// Returns true if a subject is a pseudonym, with any key. No provider's id has this form.
    static func isPseudonym(_ subject: String) -> Bool {
        var rest = Substring(subject).utf8.dropFirst(DevelopmentSubject.mark(of: subject).utf8.count)
        if rest.starts(with: legacyMark.utf8) { rest = rest.dropFirst(legacyMark.utf8.count) }
        guard rest.first == UInt8(ascii: "v"), let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let version = rest[..<dot].dropFirst()
        return !version.isEmpty && version.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && rest[dot...].count == 1 + length
    }

    /// Returns the id of a new account, for example `apple_` and 30 hexadecimal digits: the provider's name, an
    /// underscore, a random bucket, and an HMAC of the pseudonym and of random bytes that are not stored. So the
    /// pseudonym alone is not enough to guess the id, and a user who returns after the deletion of their account gets a
    /// different id.
    func accountID(of form: String, at provider: Provider, _ seed: AccountIDEntropy) -> AccountID {
        let code = newest.accounts.code(for: Array(form.utf8) + [0] + seed.bytes)
        let prefix = provider.rawValue + "_"
        let digits = seed.bucket + Hexadecimal.encode(code)
        return AccountID(prefix + digits.prefix(AccountID.maxLength - prefix.utf8.count))
    }

    private static func message(_ app: AppID, _ provider: Provider, _ subject: String) -> [UInt8] {
        Array(app.description.utf8) + [0] + Array(provider.rawValue.utf8) + [0] + Array(subject.utf8)
    }

    private static func text(_ key: DerivedKey, _ message: [UInt8]) -> String {
        Base64URL.encode(key.code(for: message))
    }
}
