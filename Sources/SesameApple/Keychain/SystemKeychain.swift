#if canImport(Security)
    import Foundation
    import Security

    /// The system's Keychain: generic passwords of one service. The items stay on this device, and after a restart can
    /// be read only once the device has been unlocked.
    package struct SystemKeychain: KeychainItems {
        private let service: String
        private let accessGroup: String?

        /// Creates a Keychain for the items of a service.
        ///
        /// - Parameter accessGroup: A group of the entitlement `keychain-access-groups`, with the team's prefix, for an
        ///   app that shares its session with its extensions.
        package init(service: String, accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// Returns an item's bytes. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
        package func read(_ account: String) throws(KeychainStatus) -> [UInt8] {
            var query = query(account)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var result: CFTypeRef?
            try check(SecItemCopyMatching(query as CFDictionary, &result))
            guard let data = result as? Data else { throw .undecodable }
            return Array(data)
        }

        /// Creates an item that stays on this device. Throws ``KeychainStatus/duplicateItem`` if it exists.
        package func add(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus) {
            var attributes = query(account)
            attributes[kSecValueData as String] = Data(bytes)
            attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            try check(SecItemAdd(attributes as CFDictionary, nil))
        }

        /// Replaces an item's bytes. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
        package func update(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus) {
            let change: [String: Any] = [kSecValueData as String: Data(bytes)]
            try check(SecItemUpdate(query(account) as CFDictionary, change as CFDictionary))
        }

        /// Removes an item. Throws ``KeychainStatus/itemNotFound`` if it does not exist.
        package func delete(_ account: String) throws(KeychainStatus) {
            try check(SecItemDelete(query(account) as CFDictionary))
        }

        private func query(_ account: String) -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: account,
                kSecAttrSynchronizable as String: false,
                // On macOS, too, this selects the Keychain with access groups, which never prompts for a password.
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        private func check(_ status: OSStatus) throws(KeychainStatus) {
            guard status == errSecSuccess else { throw KeychainStatus(rawValue: status) }
        }
    }
#endif
