package import SesameCore
import SesameWire

/// The storage for what belongs to a device, whoever uses it, and must not get onto another device by a backup.
///
/// Synchronous, and all or nothing: when a write returns, it survives a crash.
package protocol DeviceStorage: Sendable {
    /// Returns the content; nil when there is nothing of this device. Throws
    /// ``SesameCore/AuthError/Code/storageLocked`` while the device is locked, and
    /// ``SesameCore/AuthError/Code/storageUnavailable`` when it cannot be told.
    func read() throws(AuthError) -> [UInt8]?

    /// Keeps the bytes in place of all that was there.
    func write(_ bytes: [UInt8]) throws(AuthError)
}

/// A storage that forgets all when the process ends: for tests and previews.
package final class MemoryDeviceStorage: DeviceStorage {
    private let bytes = Locked<[UInt8]?>(nil)

    /// An empty storage.
    package init() {}

    /// Returns the content.
    package func read() throws(AuthError) -> [UInt8]? { bytes.withLock { $0 } }

    /// Keeps the bytes.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        self.bytes.withLock { $0 = bytes }
    }
}
