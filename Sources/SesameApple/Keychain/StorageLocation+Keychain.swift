#if canImport(Security)
    import Foundation
    public import Sesame

    extension StorageLocation {
        /// The session in the Keychain of this device; all else in encrypted files in
        /// `Library/Application Support/sesame`, with their key in the Keychain: a backup has the files, and nothing that
        /// opens them. But for a session that is shared it is one program's: an extension has a place of its own under
        /// the same name.
        /// - Parameters:
        ///   - name: The place's name, for example the app's name at the server. Different names, different places.
        ///   - sharing: What an app shares its session by; nil keeps it to this process.
        ///   - survivors: What becomes of a session that is older than the installation. For
        ///     ``SurvivingSession/ask`` keep a ``KeychainSessionStore`` in a constant, and take
        ///     `keychain(name:).keepingSession(in:)`.
        public static func keychain(
            name: String, sharing: SessionSharing? = nil, survivors: SurvivingSession = .keep
        ) -> StorageLocation {
            let folder = URL.applicationSupportDirectory.appending(path: "sesame")
            // On macOS the folder is that of all programs of a person, and a Keychain group may be that of several.
            let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "device"
            return .sealed(
                in: folder, name: "\(program) \(name)",
                key: KeychainKey(items: SystemKeychain(service: "sesame-storage \(program) \(name)")),
                sessions: KeychainSessionStore(name: name, sharing: sharing, survivors: survivors)
            ) { purpose in
                // Each with items and a mark of its own: whichever looks first sets its mark.
                KeychainDeviceStorage(
                    items: SystemKeychain(service: "sesame-\(purpose.rawValue) \(program) \(name)"),
                    marker: .file(folder.appending(path: "\(program) \(file).\(purpose.rawValue)-installed")))
            }
        }
    }
#endif
