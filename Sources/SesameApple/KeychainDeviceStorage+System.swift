#if canImport(Security)
    import Foundation
    public import Sesame

    extension KeychainDeviceStorage {
        /// A storage in the system's Keychain, of this device and this installation of the app.
        /// - Parameter name: What is kept, for example the app's name at the server. Different names, different items.
        public init(name: String) {
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "device"
            self.init(
                items: SystemKeychain(service: "sesame-device \(name)"),
                marker: .file(URL.applicationSupportDirectory.appending(path: "sesame/\(file).device-installed")))
        }
    }
#endif
