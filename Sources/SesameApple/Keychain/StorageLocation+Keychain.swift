#if canImport(Security)
    import Foundation
    public import Sesame

    extension StorageLocation {
        /// Returns the location for a session in this device's Keychain, with all other data in encrypted files in
        /// `Library/Application Support/sesame`. The files' key is in the Keychain, so a backup contains only
        /// undecryptable files. The location belongs to one program; an extension has its own under the same name.
        ///
        /// For a session that is shared with extensions, or left by another installation, create a
        /// ``KeychainSessionStore``: `.keychain(name: "hello").keepingSession(in: store)`.
        ///
        /// - Parameters:
        ///   - name: The location's name: server and app. Each name has its own location.
        ///   - unlockReason: The text of the system's prompt to unlock the session; nil for no lock. See
        ///     ``KeychainSessionStore/init(name:onReinstall:unlockReason:)``.
        public static func keychain(name: String, unlockReason: String? = nil) -> StorageLocation {
            let folder = URL.applicationSupportDirectory.appending(path: "sesame")
            // On macOS all programs of a user share the folder, and several programs may share a Keychain group.
            let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "device"
            return .sealed(
                in: folder, name: "\(program) \(name)",
                key: KeychainKey(items: SystemKeychain(service: "sesame-storage \(program) \(name)")),
                sessions: KeychainSessionStore(name: name, unlockReason: unlockReason)
            ) { purpose in
                // Each storage has its own items and mark, because the first one that reads sets its mark.
                KeychainDeviceStorage(
                    items: SystemKeychain(service: "sesame-\(purpose.rawValue) \(program) \(name)"),
                    marker: .file(folder.appending(path: "\(program) \(file).\(purpose.rawValue)-installed")))
            }
        }
    }
#endif
