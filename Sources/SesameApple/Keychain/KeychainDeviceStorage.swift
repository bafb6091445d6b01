package import Sesame
package import SesameCore

/// A storage in an item of the Keychain that no backup brings onto another device.
///
/// The Keychain survives the removal of the app. What an installation before this one has left, perhaps of the device's
/// last owner, is nothing.
package struct KeychainDeviceStorage: DeviceStorage {
    private static let item = "device"

    private let items: ProbedKeychain
    private let marker: InstallMarker

    /// A storage over the given Keychain.
    /// - Parameter marker: A mark of this storage's own: that of the session's store is set before this one looks.
    package init(items: some KeychainItems, marker: InstallMarker) {
        self.items = ProbedKeychain(items)
        self.marker = marker
    }

    /// Returns the content of this installation.
    package func read() throws(AuthError) -> [UInt8]? {
        guard marker.isSet else {
            try items.remove(Self.item)
            marker.set()
            return nil
        }
        return try items.find(Self.item)
    }

    /// Keeps the bytes.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        try items.put(Self.item, bytes)
        marker.set()
    }
}
