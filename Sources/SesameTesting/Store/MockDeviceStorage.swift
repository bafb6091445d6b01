public import Sesame
public import SesameCore
import SesameWire

/// A storage in memory for a device's data, which fails as scripted by a test, like that of a locked or full device.
public final class MockDeviceStorage: DeviceStorage {
    /// An operation of the storage.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// A call of `read()`.
        case read
        /// A call of `write(_:)`, which replaces the content.
        case write
    }

    private let memory = MemoryDeviceStorage()
    private let faults = Locked<[Operation: AuthError]>([:])

    /// Creates an empty storage.
    public init() {}

    /// Makes the given operations, or all of them if none is given, fail with the error from now on; nil makes them
    /// succeed again.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        faults.withLock { faults in
            for operation in operations.isEmpty ? Operation.allCases : operations { faults[operation] = error }
        }
    }

    /// Returns the content, or throws the scripted error; nil if none is stored.
    package func read() throws(AuthError) -> [UInt8]? {
        if let error = faults.withLock({ $0[.read] }) { throw error }
        return try memory.read()
    }

    /// Replaces the content with the given bytes, or throws the scripted error.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        if let error = faults.withLock({ $0[.write] }) { throw error }
        try memory.write(bytes)
    }
}
