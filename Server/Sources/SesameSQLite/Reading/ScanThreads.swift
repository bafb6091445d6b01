import Foundation
import SesameAccounts

/// The threads for reads that may examine thousands of rows, so that other requests do not wait for them.
///
/// They have a lower priority than the threads that serve requests, and connections of their own. Reads beyond the
/// number of threads wait in a queue.
final class ScanThreads: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running: Int
        var isClosing = false
    }

    /// The nice value of the threads, on a scale from 0 (usual) to 19.
    private static let niceness: Int32 = 10

    private let state: Monitor<State>
    private let readers: ReaderPool

    /// Starts the threads; each opens a connection at its first read.
    ///
    /// - Parameter observer: A function that receives the text of each statement before it runs.
    init(path: String, count: Int, observer: (@Sendable (String) -> Void)? = nil) {
        readers = ReaderPool(path: path, size: count, observer: observer)
        state = Monitor(State(running: count))
        for _ in 0..<count {
            // The thread retains the queue but not this object, which would otherwise never be deallocated.
            Thread { [state] in Self.work(state) }.start()
        }
    }

    /// Runs the body in one read transaction on one of the threads.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, StorageError>, Never>) in
            let isAccepted = state.change { state in
                guard !state.isClosing else { return false }
                state.waiting.append { [readers] in
                    do throws(StorageError) {
                        continuation.resume(returning: .success(try readers.read(body)))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
                return true
            }
            if !isAccepted { continuation.resume(returning: .failure(.unavailable("the database is closed"))) }
        }.get()
    }

    /// Refuses further reads, waits until the waiting ones have ended, and closes the connections.
    func close() {
        state.change { $0.isClosing = true }
        state.wait { state in state.running == 0 ? () : nil }
        readers.close()
    }

    private static func work(_ state: Monitor<State>) {
        // A name that is given before the start does not reach the system.
        Thread.current.name = "sesame-scan"
        #if os(Linux)
            // On Linux the call is for the calling thread alone.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
        while true {
            let next: (@Sendable () -> Void)? = state.wait { state in
                if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
                return state.isClosing ? .some(nil) : nil
            }
            guard let next else { break }
            next()
        }
        state.change { $0.running -= 1 }
    }
}
