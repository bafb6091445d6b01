import Foundation

/// A value behind a lock, read and replaced as a whole.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // `stored` is touched only while `lock` is held; `Mutex` would say so to the compiler, but needs macOS 15.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) {
        stored = value
    }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
