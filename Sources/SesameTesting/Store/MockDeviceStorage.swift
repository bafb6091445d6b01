public import Sesame
public import SesameCore
import SesameWire

/// A place in memory for what is a device's that fails where a test says so, as that of a locked or full device does.
public final class MockDeviceStorage: DeviceStorage {
    /// An operation of the storage.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// The content is read.
        case read
        /// Something is kept.
        case write
    }

    private let memory = MemoryDeviceStorage()
    private let faults = Locked<[Operation: AuthError]>([:])

    /// An empty place.
    public init() {}

    /// Lets the operations fail from now on, or with nil succeed again; without operations all of them.
    public func fail(_ operations: Operation..., with error: AuthError?) {
        faults.withLock { faults in
            for operation in operations.isEmpty ? Operation.allCases : operations { faults[operation] = error }
        }
    }

    /// Returns the content.
    package func read() throws(AuthError) -> [UInt8]? {
        if let error = faults.withLock({ $0[.read] }) { throw error }
        return try memory.read()
    }

    /// Keeps the bytes.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        if let error = faults.withLock({ $0[.write] }) { throw error }
        try memory.write(bytes)
    }
}
