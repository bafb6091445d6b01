package import SesameCore

/// The calls of a Keychain that ``KeychainSessionStore`` makes, within one service.
///
/// A protocol, so that what decides is tested where there is no Keychain; `SystemKeychain` only carries it out. Each call
/// is one of the system's, and throws the status that it answered with.
package protocol KeychainItems: Sendable {
    /// The bytes of an item.
    func read(_ account: String) throws(KeychainStatus) -> [UInt8]

    /// Makes an item. Throws ``KeychainStatus/duplicateItem`` when there is one.
    func add(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus)

    /// Puts other bytes into an item. Throws ``KeychainStatus/itemNotFound`` when there is none.
    func update(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus)

    /// Removes an item. Throws ``KeychainStatus/itemNotFound`` when there is none.
    func delete(_ account: String) throws(KeychainStatus)
}

/// The status of a call of the Keychain that did not succeed: an `OSStatus`.
package struct KeychainStatus: Error, Sendable, Hashable, RawRepresentable {
    /// The system's number.
    package let rawValue: Int32

    /// Takes a status as the system gave it.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `errSecItemNotFound`. A locked device may answer this for items that it has.
    package static let itemNotFound = KeychainStatus(rawValue: -25_300)
    /// `errSecDuplicateItem`.
    package static let duplicateItem = KeychainStatus(rawValue: -25_299)
    /// `errSecInteractionNotAllowed`: the item cannot be read before the device is unlocked.
    package static let interactionNotAllowed = KeychainStatus(rawValue: -25_308)
    /// `errSecDataNotAvailable`: the item is there, its contents cannot be read.
    package static let dataNotAvailable = KeychainStatus(rawValue: -25_316)
    /// `errSecMissingEntitlement`: the app is not entitled to the access group.
    package static let missingEntitlement = KeychainStatus(rawValue: -34_018)
    /// `errSecDecode`: the answer was not what was asked for.
    package static let undecodable = KeychainStatus(rawValue: -26_275)

    /// The status as a store's error: a locked device is to be waited for, nothing else is.
    package var authError: AuthError {
        switch self {
        case .interactionNotAllowed, .dataNotAvailable:
            AuthError(.storageLocked, "the Keychain cannot be read before the device is unlocked")
        case .missingEntitlement:
            AuthError(.storageUnavailable, "the app is not entitled to this Keychain access group")
        default: AuthError(.storageUnavailable, "the Keychain answers \(rawValue)")
        }
    }
}
