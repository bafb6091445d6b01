import Foundation
import SesameAccounts

/// The one thread that writes.
///
/// It is a thread of its own because it waits for the disk, which a thread of the concurrency pool must not.
final class Writer: Sendable {
    private struct State {
        var waiting: [PendingWrite] = []
        var isClosing = false
        var hasStopped = false
    }

    private let state = Monitor(State())
    private let longestQueue: Int
    private let thread: ObjectIdentifier

    init(connection: Connection, checkpointer: Checkpointer, folder: DataFolder, options: SQLiteOptions) {
        longestQueue = options.longestQueue
        // The thread holds the queue and not this object, or it would keep itself alive.
        let thread = Thread { [state] in
            let commit = GroupCommit(connection, checkpointer: checkpointer, observer: options.observer)
            Self.work(state, commit, largestBatch: options.largestBatch)
            folder.unlock()
            state.change { $0.hasStopped = true }
        }
        thread.name = "sesame-writer"
        self.thread = ObjectIdentifier(thread)
        thread.start()
    }

    /// The number of waiting writes.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Puts a write at the end of the queue; it is told at once when there is no room.
    func enqueue(_ write: PendingWrite) {
        let refusal: StorageError? = state.change { state in
            if state.isClosing { return .unavailable("the database is closed") }
            guard state.waiting.count < longestQueue else { return .unavailable("too many writes wait") }
            state.waiting.append(write)
            return nil
        }
        if let refusal { write.fail(refusal) }
    }

    /// Takes no more writes and waits until the thread has done those that wait.
    func close() {
        state.change { $0.isClosing = true }
        // The last reference to the storage may be one of the thread's own.
        if ObjectIdentifier(Thread.current) == thread { return }
        state.wait { state in state.hasStopped ? () : nil }
    }

    private static func work(_ state: Monitor<State>, _ commit: GroupCommit, largestBatch: Int) {
        while true {
            let batch: [PendingWrite] = state.wait { state in
                guard state.waiting.isEmpty else {
                    let batch = Array(state.waiting.prefix(largestBatch))
                    state.waiting.removeFirst(batch.count)
                    return batch
                }
                return state.isClosing ? [] : nil
            }
            if batch.isEmpty { break }
            commit.perform(batch)
            let isIdle = state.withLock { $0.waiting.isEmpty }
            if isIdle { commit.eraseTraces() }
        }
        commit.finish()
    }
}
