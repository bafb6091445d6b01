import SesameTokens

/// Makes one app's pseudonyms of the people whom providers vouch for: HMAC-SHA-256 under a key that is not in the
/// database. A pseudonym is still personal data: whoever has the key can tell whether it is somebody's. See decision 20.
///
/// It names the version of its key, for example `v2.q83v…`. People of a development provider beside the vendor keep
/// their mark in front, see ``IssuerVerifier``.
struct Pseudonyms: Sendable {
    /// Before what stands for an account that was taken over with an id of its app's own making.
    private static let legacyMark = "legacy."

    /// The length of a code as text: 256 bits, six a character.
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

    /// Nil without any key.
    init?(_ keys: PseudonymKeys, in app: AppID) {
        let versions = keys.versions.map { Version($0, in: app) }
        guard let newest = versions.first else { return nil }
        self.app = app
        self.newest = newest
        older = Array(versions.dropFirst())
    }

    /// The forms under which a person may be kept.
    ///
    /// - Parameter legacyID: What the app's own making of an id came to, if such ids are recognised.
    func forms(of subject: String, at provider: Provider, legacyID: String? = nil) -> KnownSubject {
        let mark = DevelopmentSubject.mark(of: subject)
        let message = Self.message(app, provider, subject)
        func form(_ version: Version) -> String { mark + version.name + Self.text(version.subjects, message) }
        let legacy = legacyID.map { forms(ofLegacy: $0, at: provider) }
        return KnownSubject(
            form(newest), earlier: older.map(form) + (legacy.map { [$0.current] + $0.earlier } ?? []))
    }

    /// Returns the subjects of an account under an id that the app derived itself, until its user comes.
    func forms(ofLegacy id: String, at provider: Provider) -> KnownSubject {
        let message = Self.message(app, provider, id)
        func form(_ version: Version) -> String {
            Self.legacyMark + version.name + Self.text(version.legacyIDs, message)
        }
        return KnownSubject(form(newest), earlier: older.map(form))
    }

    /// Returns true if the newest key made the form: what was kept by an older one meanwhile may have been rewritten.
    func isCurrent(_ form: String) -> Bool {
        form.utf8.dropFirst(DevelopmentSubject.mark(of: form).utf8.count).starts(with: newest.name.utf8)
    }

    /// Returns true if a subject is a pseudonym, of whatever key. No provider's ids are like that.
    static func isPseudonym(_ subject: String) -> Bool {
        var rest = Substring(subject).utf8.dropFirst(DevelopmentSubject.mark(of: subject).utf8.count)
        if rest.starts(with: legacyMark.utf8) { rest = rest.dropFirst(legacyMark.utf8.count) }
        guard rest.first == UInt8(ascii: "v"), let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let version = rest[..<dot].dropFirst()
        return !version.isEmpty && version.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && rest[dot...].count == 1 + length
    }

    /// An account's id, `apple_` and 30 hexadecimal digits: a random bucket, then HMAC of the pseudonym and random bytes
    /// that nobody keeps. So it is not to be guessed even where either of the two is, and a person who comes back after their account was
    /// deleted has another one.
    func accountID(of form: String, at provider: Provider, _ seed: AccountSeed) -> AccountID {
        let code = newest.accounts.code(for: Array(form.utf8) + [0] + seed.bytes)
        let prefix = provider.rawValue + "_"
        let digits = seed.bucket + Hexadecimal.encode(code)
        return AccountID(prefix + digits.prefix(AccountID.greatestLength - prefix.utf8.count))
    }

    private static func message(_ app: AppID, _ provider: Provider, _ subject: String) -> [UInt8] {
        Array(app.description.utf8) + [0] + Array(provider.rawValue.utf8) + [0] + Array(subject.utf8)
    }

    private static func text(_ key: DerivedKey, _ message: [UInt8]) -> String {
        Base64URL.encode(key.code(for: message))
    }
}
