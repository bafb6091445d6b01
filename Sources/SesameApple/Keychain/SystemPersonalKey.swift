#if canImport(LocalAuthentication)
    import Foundation
    import LocalAuthentication
    import Security
    import Sesame
    import SesameCore

    /// A key in the Keychain that the system releases after the user has authenticated by face, fingerprint or
    /// passcode.
    ///
    /// On a device without a passcode the system cannot ask, and releases a new key without asking. If the passcode is
    /// removed later, a key that it protected is lost.
    struct SystemPersonalKey: PersonalKeyItem {
        let service: String
        let reason: String

        func read() async throws(AuthError) -> [UInt8]? {
            let silent = LAContext()
            silent.interactionNotAllowed = true
            let found = try find(silent)
            guard found.isAsked else { return found.bytes }
            let context = LAContext()
            do {
                _ = try await context.evaluateAccessControl(access(), operation: .useItem, localizedReason: reason)
            } catch {
                switch (error as? LAError)?.code {
                case .passcodeNotSet: return nil
                case .userCancel, .authenticationFailed:
                    throw AuthError(.cancelled, "the user did not unlock the session")
                default: throw .closed
                }
            }
            // The key is read without another prompt, or not at all.
            context.interactionNotAllowed = true
            let given = try find(context)
            // A retry at once would have the same result.
            guard !given.isAsked else {
                throw AuthError(.cancelled, "the system does not release the key although the user confirmed")
            }
            return given.bytes
        }

        func replace(_ bytes: [UInt8]) throws(AuthError) {
            let removed = SecItemDelete(query() as CFDictionary)
            guard removed == errSecSuccess || removed == KeychainStatus.itemNotFound.rawValue else {
                throw KeychainStatus(rawValue: removed).authError
            }
            var attributes = query()
            attributes[kSecValueData as String] = Data(bytes)
            var problem: NSError?
            let hasPasscode =
                LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem)
                || problem?.code != LAError.Code.passcodeNotSet.rawValue
            if hasPasscode {
                attributes[kSecAttrAccessControl as String] = try access()
            } else {
                attributes[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            }
            let added = SecItemAdd(attributes as CFDictionary, nil)
            guard added == errSecSuccess else { throw KeychainStatus(rawValue: added).authError }
        }

        /// Returns the key's bytes; nil if the key is missing or locked. `isAsked` is true if the key is locked until
        /// the user authenticates.
        private func find(_ context: LAContext) throws(AuthError) -> (bytes: [UInt8]?, isAsked: Bool) {
            var query = query()
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            query[kSecUseAuthenticationContext as String] = context
            var result: CFTypeRef?
            let status = KeychainStatus(rawValue: SecItemCopyMatching(query as CFDictionary, &result))
            switch status {
            case KeychainStatus(rawValue: errSecSuccess): return ((result as? Data).map { Array($0) }, false)
            case .itemNotFound: return (nil, false)
            case .interactionNotAllowed, .refused, .cancelled: return (nil, true)
            default: throw status.authError
            }
        }

        private func query() -> [String: Any] {
            [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecAttrAccount as String: "key", kSecAttrSynchronizable as String: false,
                kSecUseDataProtectionKeychain as String: true,
            ]
        }

        private func access() throws(AuthError) -> SecAccessControl {
            guard
                let access = SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil)
            else { throw AuthError(.storageUnavailable, "the Keychain cannot create an access control") }
            return access
        }
    }

    extension AuthError {
        fileprivate static let closed = AuthError(.storageLocked, "the system does not release the key now")
    }

    extension KeychainStatus {
        /// `errSecAuthFailed`: the authentication failed.
        fileprivate static let refused = KeychainStatus(rawValue: -25_293)
        /// `errSecUserCanceled`: the user canceled.
        fileprivate static let cancelled = KeychainStatus(rawValue: -128)
    }
#endif
