import Foundation
import SesameAccounts

/// The threads for reads that may examine thousands of rows, so that other requests do not wait for them.
///
/// They have a lower priority than the threads that serve requests, and connections of their own. Reads beyond the
/// number of threads wait in a queue.
final class ScanThreads: Sendable {
    private struct State {
        var waiting: [Read] = []
        var running: Int
        var isClosing = false
    }

    /// A read that waits for a thread. It is run, or it fails.
    private struct Read: Sendable {
        let run: @Sendable () -> Void
        let fail: @Sendable (StorageError) -> Void
    }

    /// The nice value of the threads, on a scale from 0 (usual) to 19.
    private static let niceness: Int32 = 10

    private let state: Monitor<State>
    private let readers: ReaderPool
    private let maxQueueLength: Int

    /// Starts the threads; each opens a connection at its first read.
    ///
    /// - Parameters:
    ///   - readers: The connections of the threads, one for each, which no other thread uses.
    ///   - maxQueueLength: The maximum number of waiting reads. Further ones are refused at once.
    init(count: Int, readers: ReaderPool, maxQueueLength: Int) {
        self.readers = readers
        self.maxQueueLength = maxQueueLength
        state = Monitor(State(running: count))
        for _ in 0..<count {
            // The thread retains the queue but not this object, which would otherwise never be deallocated.
            Thread { [state] in Self.work(state) }.start()
        }
    }

    /// The number of reads that wait for a thread.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs the body in one read transaction on one of the threads.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, StorageError>, Never>) in
            let read = Read { [readers] in
                do throws(StorageError) {
                    continuation.resume(returning: .success(try readers.read(body)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            } fail: { error in
                continuation.resume(returning: .failure(error))
            }
            let refusal: StorageError? = state.change { state in
                if state.isClosing { return .closed }
                guard state.waiting.count < maxQueueLength else {
                    return .unavailable("too many long reads are waiting")
                }
                state.waiting.append(read)
                return nil
            }
            if let refusal { read.fail(refusal) }
        }.get()
    }

    /// Refuses waiting and further reads, waits until the running ones have ended, and closes the connections.
    func close() {
        let refused = state.change { state in
            state.isClosing = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for read in refused { read.fail(.closed) }
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
            let next: Read? = state.wait { state in
                if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
                return state.isClosing ? .some(nil) : nil
            }
            guard let next else { break }
            next.run()
        }
        state.change { $0.running -= 1 }
    }
}

extension StorageError {
    fileprivate static let closed = StorageError.unavailable("the database is closed")
}
