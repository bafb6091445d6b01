package import SesameCore

/// The Keychain calls that the stores of this module need, within one service.
///
/// It is a protocol so that the logic is tested on systems without a Keychain; `SystemKeychain` only implements the
/// calls. Each call is one system call, and throws its status.
package protocol KeychainItems: Sendable {
    /// Returns an item's bytes. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
    func read(_ account: String) throws(KeychainStatus) -> [UInt8]

    /// Creates an item. Throws ``KeychainStatus/duplicateItem`` if it exists.
    func add(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus)

    /// Replaces an item's bytes. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
    func update(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus)

    /// Removes an item. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
    func delete(_ account: String) throws(KeychainStatus)
}

/// The status of a failed Keychain call, an `OSStatus`.
package struct KeychainStatus: Error, Sendable, Hashable, RawRepresentable {
    /// The system's status code.
    package let rawValue: Int32

    /// Creates a status from the system's code.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `errSecItemNotFound`. A locked device may return this for existing items.
    package static let itemNotFound = KeychainStatus(rawValue: -25_300)
    /// `errSecDuplicateItem`: the item exists already.
    package static let duplicateItem = KeychainStatus(rawValue: -25_299)
    /// `errSecInteractionNotAllowed`: the item cannot be read before the device is unlocked.
    package static let interactionNotAllowed = KeychainStatus(rawValue: -25_308)
    /// `errSecDataNotAvailable`: the item exists, but its content cannot be read.
    package static let dataNotAvailable = KeychainStatus(rawValue: -25_316)
    /// `errSecMissingEntitlement`: the app is not entitled to the access group.
    package static let missingEntitlement = KeychainStatus(rawValue: -34_018)
    /// `errSecDecode`: the result has an unexpected type.
    package static let undecodable = KeychainStatus(rawValue: -26_275)

    /// The error that the store throws for the status: `storageLocked` if an unlock of the device helps,
    /// `storageUnavailable` otherwise.
    package var authError: AuthError {
        switch self {
        case .interactionNotAllowed, .dataNotAvailable:
            AuthError(.storageLocked, "the Keychain cannot be read before the device is unlocked")
        case .missingEntitlement:
            AuthError(.storageUnavailable, "the app is not entitled to this Keychain access group")
        default: AuthError(.storageUnavailable, "the Keychain returned status \(rawValue)")
        }
    }
}
