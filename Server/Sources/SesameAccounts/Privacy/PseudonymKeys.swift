import Crypto

/// A version of the key with which pseudonymous apps compute pseudonyms. The key is in a file outside of the database
/// and its backups: without the key a pseudonym identifies no user.
package struct PseudonymKey: Sendable {
    /// The version, from 1: a higher one is newer.
    package let version: Int
    private let key: DerivedKey

    package static let minBytes = 32

    /// Creates a key from its bytes; throws if the version is below 1, or the bytes are too few or evidently an
    /// example.
    package init(version: Int, _ bytes: [UInt8]) throws(PseudonymKeyError) {
        guard version >= 1 else { throw .noVersion }
        guard bytes.count >= Self.minBytes else { throw .tooShort(version: version) }
        guard Set(bytes).count >= 12 else { throw .sample(version: version) }
        self.version = version
        key = DerivedKey(SymmetricKey(data: bytes))
    }

    /// The purpose of a key derived from the pseudonym key.
    enum Purpose: String {
        case subjects = "sesame pseudonyms 1"
        case legacyIDs = "sesame pseudonyms of legacy ids 1"
        case accounts = "sesame pseudonymous account ids 1"
    }

    /// The check code that is stored in the database to recognize the key. It reveals nothing about the key.
    var checkCode: [UInt8] { key.code(for: Array("sesame pseudonym key 1".utf8)) }

    /// Returns the key for one purpose in one app (HKDF-SHA-256, RFC 5869), so that the data of one app reveal nothing
    /// about the users of other apps.
    func key(for purpose: Purpose, in app: AppID) -> DerivedKey {
        DerivedKey(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.symmetric,
                info: Array(purpose.rawValue.utf8) + [0] + Array(app.description.utf8), outputByteCount: 32))
    }
}

/// All versions of the pseudonym key: the newest creates pseudonyms, the others recognize existing ones.
package struct PseudonymKeys: Sendable {
    /// The versions, newest first.
    package let versions: [PseudonymKey]

    /// Creates the set from versions in any order; throws if there is none or two have the same number.
    package init(_ versions: [PseudonymKey]) throws(PseudonymKeyError) {
        self.versions = versions.sorted { $0.version > $1.version }
        guard !versions.isEmpty else { throw .none }
        for (newer, older) in zip(self.versions, self.versions.dropFirst()) where newer.version == older.version {
            throw .repeated(version: newer.version)
        }
    }
}

/// The reason why a pseudonym key is rejected.
package enum PseudonymKeyError: Error, Sendable, Equatable {
    /// There is no key.
    case none
    /// A version is not a number of at least 1.
    case noVersion
    /// A key has fewer bytes than ``PseudonymKey/minBytes``.
    case tooShort(version: Int)
    /// The bytes of a key are too repetitive to be random, as in an example.
    case sample(version: Int)
    /// Two keys have the same version.
    case repeated(version: Int)
}
