package import SesameCore
import SesameWire

/// The storage for a device's data, shared by all its users. A backup must not copy it to another device.
///
/// It is synchronous and atomic: when a write returns, the data survives a crash.
package protocol DeviceStorage: Sendable {
    /// Returns the content; nil if this device has stored none. Throws ``SesameCore/AuthError/Code/storageLocked``
    /// while the device is locked, and ``SesameCore/AuthError/Code/storageUnavailable`` if the content cannot be read.
    func read() throws(AuthError) -> [UInt8]?

    /// Replaces the content with the given bytes, which survive a crash once this returns.
    func write(_ bytes: [UInt8]) throws(AuthError)
}

/// A storage in memory, which is lost when the process ends: for tests and previews.
package final class MemoryDeviceStorage: DeviceStorage {
    private let bytes = Locked<[UInt8]?>(nil)

    package init() {}

    /// Returns the content; nil if nothing was written.
    package func read() throws(AuthError) -> [UInt8]? { bytes.withLock { $0 } }

    package func write(_ bytes: [UInt8]) throws(AuthError) {
        self.bytes.withLock { $0 = bytes }
    }
}
