import Crypto

/// One version of the key under which the apps in the privacy mode keep whom they know. Kept in a file outside of the
/// database and its copies: without the key a pseudonym leads to nobody.
package struct PseudonymKey: Sendable {
    /// Which version, from 1: a later one is newer.
    package let version: Int
    private let key: DerivedKey

    /// The least number of bytes of a key.
    package static let minimumBytes = 32

    /// Takes the key's bytes; refused when they are short, or evidently a sample.
    package init(version: Int, _ bytes: [UInt8]) throws(PseudonymKeyError) {
        guard version >= 1 else { throw .noVersion }
        guard bytes.count >= Self.minimumBytes else { throw .tooShort(version: version) }
        guard Set(bytes).count >= 12 else { throw .sample(version: version) }
        self.version = version
        key = DerivedKey(SymmetricKey(data: bytes))
    }

    /// The purpose of a derived key.
    enum Purpose: String {
        case subjects = "sesame pseudonyms 1"
        case legacyIDs = "sesame pseudonyms of legacy ids 1"
        case accounts = "sesame pseudonymous account ids 1"
    }

    /// The database's check of the key, to tell it from another one. It does not help to find the key.
    var checkCode: [UInt8] { key.code(for: Array("sesame pseudonym key 1".utf8)) }

    /// The key for one purpose in one app (HKDF-SHA-256, RFC 5869): what one app keeps tells nothing of another's people.
    func key(for purpose: Purpose, in app: AppID) -> DerivedKey {
        DerivedKey(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.symmetric,
                info: Array(purpose.rawValue.utf8) + [0] + Array(app.description.utf8), outputByteCount: 32))
    }
}

/// All versions of the key: the newest makes pseudonyms, the others recognise those that they made.
package struct PseudonymKeys: Sendable {
    /// The versions, newest first.
    package let versions: [PseudonymKey]

    /// Takes at least one version, in any order, and no version twice.
    package init(_ versions: [PseudonymKey]) throws(PseudonymKeyError) {
        self.versions = versions.sorted { $0.version > $1.version }
        guard !versions.isEmpty else { throw .none }
        for (newer, older) in zip(self.versions, self.versions.dropFirst()) where newer.version == older.version {
            throw .repeated(version: newer.version)
        }
    }
}

/// The reason why keys of pseudonyms are rejected.
package enum PseudonymKeyError: Error, Sendable, Equatable {
    /// There is no key at all.
    case none
    /// Versions are numbers from 1.
    case noVersion
    /// Fewer bytes than ``PseudonymKey/minimumBytes``.
    case tooShort(version: Int)
    /// The bytes repeat so much that nobody made them at random.
    case sample(version: Int)
    /// Two keys have one version.
    case repeated(version: Int)
}
