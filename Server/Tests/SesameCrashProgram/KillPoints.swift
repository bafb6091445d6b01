import Foundation
import SesameCore
import SesameWire

/// The numbered kill points between steps. At the chosen kill point, the process kills itself with `SIGKILL`, without
/// any cleanup.
final class KillPoints: Sendable {
    private let count = Locked(0)
    private let last: Int?

    init(last: Int?) {
        self.last = last
    }

    /// Reports a kill point on standard output, and kills the process if it is the chosen kill point.
    func pass(_ name: String) {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        let line = Array("point \(number) \(name)\n".utf8)
        _ = write(1, line, line.count)
        if number == last { kill(getpid(), SIGKILL) }
    }

    /// Runs the step with a kill point before and after it, even if the step throws.
    func around<Value>(_ name: String, _ step: () throws(AuthError) -> Value) throws(AuthError) -> Value {
        pass("before \(name)")
        defer { pass("after \(name)") }
        return try step()
    }
}
