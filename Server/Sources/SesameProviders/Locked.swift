import Foundation

/// A value behind a lock.
final class Locked<Value>: @unchecked Sendable {
    // `value` is touched only while `lock` is held; `Mutex` would say so to the compiler, but needs macOS 15.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
