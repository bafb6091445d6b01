package import Sesame
package import SesameCore

/// A storage in a Keychain item that no backup copies to another device.
///
/// The Keychain survives the removal of the app. An item of an earlier installation, perhaps of the device's previous
/// owner, reads as nil.
package struct KeychainDeviceStorage: DeviceStorage {
    private static let item = "device"

    private let items: ProbedKeychain
    private let marker: InstallMarker

    /// Creates a storage over the given Keychain.
    ///
    /// - Parameter marker: The storage's own mark. The session store sets its mark before this storage reads, so they
    ///   cannot share one.
    package init(items: some KeychainItems, marker: InstallMarker) {
        self.items = ProbedKeychain(items)
        self.marker = marker
    }

    /// Returns the content stored by this installation; nil if there is none. The first read removes the content of an
    /// earlier installation.
    package func read() throws(AuthError) -> [UInt8]? {
        guard marker.isSet else {
            try items.remove(Self.item)
            marker.set()
            return nil
        }
        return try items.find(Self.item)
    }

    /// Replaces the content, and marks it as stored by this installation.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        try items.put(Self.item, bytes)
        marker.set()
    }
}
