#if canImport(Security)
    import Foundation
    public import Sesame

    extension StorageLocation {
        /// Encrypted files in `Library/Application Support/sesame`, and their key in the Keychain of this device: a
        /// backup has the files, and nothing that opens them. It is one program's: an extension has a place of its own
        /// under the same name.
        /// - Parameter name: The place's name, for example the app's name at the server. Different names, different
        ///   places.
        public static func keychain(name: String) -> StorageLocation {
            let folder = URL.applicationSupportDirectory.appending(path: "sesame")
            // On macOS the folder is that of all programs of a person, and a Keychain group may be that of several.
            let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "push"
            return .sealed(
                in: folder, name: "\(program) \(name)",
                key: KeychainKey(items: SystemKeychain(service: "sesame-storage \(program) \(name)"))
            ) {
                // Not the items of a `KeychainDeviceStorage` that the app has made for its known devices.
                KeychainDeviceStorage(
                    items: SystemKeychain(service: "sesame-push \(program) \(name)"),
                    marker: .file(folder.appending(path: "\(program) \(file).push-installed")))
            }
        }
    }
#endif
