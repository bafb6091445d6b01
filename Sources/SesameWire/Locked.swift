import Foundation

/// A value behind a lock. Where there is no value but only a turn to be taken, `NSLock` itself does: a value without
/// bytes shares its address with the object's head, which the thread sanitizer takes for a race.
public final class Locked<Value>: @unchecked Sendable {
    // `value` is touched only while `lock` is held. The standard library's `Mutex` would say so to the compiler, but
    // needs iOS 18 and macOS 15.
    private let lock = NSLock()
    private var value: Value

    /// Puts a value behind a lock of its own.
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Reads or changes the value while nobody else can. The body must not lock the same value again.
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
