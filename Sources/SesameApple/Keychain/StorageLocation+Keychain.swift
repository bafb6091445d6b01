#if canImport(Security)
    import Foundation
    public import Sesame

    extension StorageLocation {
        /// The session in the Keychain of this device; all else in encrypted files in
        /// `Library/Application Support/sesame`, with their key in the Keychain: a backup has the files, and nothing that
        /// opens them. It is one program's: an extension has a place of its own under the same name.
        ///
        /// A session that is shared with extensions, or that another installation has left, is in a
        /// ``KeychainSessionStore`` that the app makes: `.keychain(name: "hello").keepingSession(in: store)`.
        /// - Parameters:
        ///   - name: The place's name: server and app. Different names, different places.
        ///   - unlockReason: The words with which the system asks the person to unlock the session; nil for one that is not
        ///     locked. See ``KeychainSessionStore/init(name:survivors:unlockReason:)``.
        public static func keychain(name: String, unlockReason: String? = nil) -> StorageLocation {
            let folder = URL.applicationSupportDirectory.appending(path: "sesame")
            // On macOS the folder is that of all programs of a person, and a Keychain group may be that of several.
            let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "device"
            return .sealed(
                in: folder, name: "\(program) \(name)",
                key: KeychainKey(items: SystemKeychain(service: "sesame-storage \(program) \(name)")),
                sessions: KeychainSessionStore(name: name, unlockReason: unlockReason)
            ) { purpose in
                // Each with items and a mark of its own: whichever looks first sets its mark.
                KeychainDeviceStorage(
                    items: SystemKeychain(service: "sesame-\(purpose.rawValue) \(program) \(name)"),
                    marker: .file(folder.appending(path: "\(program) \(file).\(purpose.rawValue)-installed")))
            }
        }
    }
#endif
