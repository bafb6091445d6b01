import Foundation

/// A value behind a lock.
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

    /// Reads and changes the value in one step.
    func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&stored) }
    }
}
