import Foundation

/// A value behind a lock. To serialize work without a value, use `NSLock`: a value without bytes, such as `Void`,
/// shares its address with the object's header, which the thread sanitizer reports as a race.
public final class Locked<Value>: @unchecked Sendable {
    // `value` is accessed only while `lock` is held. The standard library's `Mutex` would declare this to the compiler,
    // but requires iOS 18 and macOS 15.
    private let lock = NSLock()
    private var value: Value

    /// Creates a lock around a value, to which the caller gives up access.
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Reads or changes the value with exclusive access. The body must not lock the same value again.
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
