import Crypto

/// The key, stored outside the database, from which the server derives a separate key for each purpose. The signing
/// keys in the database are encrypted with a derived key.
package struct MasterKey: Sendable {
    private let key: DerivedKey

    package static let minBytes = 32

    /// Creates a master key; throws if there are fewer than ``minBytes`` bytes, or fewer than 12 different values among
    /// them, as in a sample key.
    package init(_ bytes: [UInt8]) throws(MasterKeyError) {
        guard bytes.count >= Self.minBytes else { throw .tooShort }
        guard Set(bytes).count >= 12 else { throw .sample }
        key = DerivedKey(SymmetricKey(data: bytes))
    }

    /// The purpose of a derived key. Keys of different purposes reveal nothing about each other.
    enum Purpose: String {
        case refreshTokens = "sesame refresh tokens 1"
        case sealing = "sesame sealing 1"
        case tombstones = "sesame tombstones 1"
        case nonces = "sesame nonces 1"
        case tickets = "sesame tickets 1"
        case flows = "sesame flows 1"
        case flowStates = "sesame flow states 1"
        case webSessions = "sesame web sessions 1"
        case sessionSecrets = "sesame session secrets 1"
        case forms = "sesame forms 1"
        case providerTokens = "sesame provider tokens 1"
        case devices = "sesame devices 1"
        case deviceDigests = "sesame device digests 1"
        case codes = "sesame codes 1"
        case messages = "sesame messages 1"
        case messageCounters = "sesame message counters 1"
        case pushes = "sesame pushes 1"
        case firebaseRefreshTokens = "sesame firebase refresh tokens 1"
        case firebaseAccess = "sesame firebase access 1"
        case secondFactors = "sesame second factors 1"
        case factorTickets = "sesame second factor tickets 1"
        case phoneTickets = "sesame phone tickets 1"
        case knownDevices = "sesame known devices 1"
        case merges = "sesame merges 1"
        case accountBuckets = "sesame account buckets 1"
    }

    /// Returns the key for one purpose (HKDF-SHA-256, RFC 5869).
    func key(for purpose: Purpose) -> DerivedKey {
        DerivedKey(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.symmetric, info: Array(purpose.rawValue.utf8), outputByteCount: 32))
    }
}

/// The reason why a master key is rejected.
package enum MasterKeyError: Error, Sendable {
    /// The key has fewer bytes than ``MasterKey/minBytes``.
    case tooShort
    /// The bytes repeat too much to be random.
    case sample
}
