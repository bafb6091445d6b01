package import Crypto
import Sesame
package import SesameCore

/// A key of 32 random bytes in a Keychain item that no backup copies to another device.
///
/// The Keychain survives the removal of the app, but the app's files do not, so a remaining key decrypts nothing.
package struct KeychainKey: StorageKey {
    private static let item = "key"

    private let items: ProbedKeychain

    /// Creates a storage for one key in the given Keychain; ``loadOrMake()`` creates the key itself.
    package init(items: some KeychainItems) {
        self.items = ProbedKeychain(items)
    }

    /// Returns the key; nil if none is stored.
    package func load() throws(AuthError) -> SymmetricKey? {
        guard let bytes = try items.find(Self.item) else { return nil }
        guard bytes.count == 32 else {
            throw AuthError(.storageUnavailable, "the Keychain does not contain a 32-byte key")
        }
        return SymmetricKey(data: bytes)
    }

    /// Returns the key, and creates it if none is stored. Processes that do so at the same time get the same key.
    package func loadOrMake() throws(AuthError) -> SymmetricKey {
        if let key = try load() { return key }
        // An existing key is never replaced, because an extension may have created it meanwhile and encrypted data with
        // it.
        try items.addUnlessThere(Self.item, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load() else {
            throw AuthError(.storageUnavailable, "the key was removed as soon as it was created")
        }
        return key
    }
}
