package import Crypto
import Sesame
package import SesameCore

/// 32 random bytes in an item of the Keychain that no backup brings onto another device.
///
/// The Keychain survives the removal of the app, its files do not: a key that is left opens nothing.
package struct KeychainKey: StorageKey {
    private static let item = "key"

    private let items: ProbedKeychain

    /// A key in the given Keychain.
    package init(items: some KeychainItems) {
        self.items = ProbedKeychain(items)
    }

    /// The key; nil when there is none.
    package func load() throws(AuthError) -> SymmetricKey? {
        guard let bytes = try items.find(Self.item) else { return nil }
        guard bytes.count == 32 else {
            throw AuthError(.storageUnavailable, "the Keychain does not hold a key of 32 bytes")
        }
        return SymmetricKey(data: bytes)
    }

    /// The key, made when there is none yet.
    package func loadOrMake() throws(AuthError) -> SymmetricKey {
        if let key = try load() { return key }
        // Never in place of another one: an extension may have made it meanwhile, and sealed something with it.
        try items.addUnlessThere(Self.item, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load() else {
            throw AuthError(.storageUnavailable, "the key has been removed as soon as it was made")
        }
        return key
    }
}
