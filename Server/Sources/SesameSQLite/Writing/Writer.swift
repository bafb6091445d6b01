import Foundation
import SesameAccounts

/// The single thread that performs all writes.
///
/// It is not a thread of the concurrency pool, because it blocks on disk syncs.
final class Writer: Sendable {
    private struct State {
        var waiting: [PendingWrite] = []
        var isClosing = false
        var hasStopped = false
    }

    private let state = Monitor(State())
    private let maxQueueLength: Int
    private let thread: ObjectIdentifier

    init(
        connection: Connection, checkpointer: Checkpointer, folder: DataFolder, damage: DamageRecord,
        options: SQLiteOptions
    ) {
        maxQueueLength = options.maxQueueLength
        // The thread retains the queue but not this object, which would otherwise never be deallocated.
        let thread = Thread { [state] in
            let commit = GroupCommit(
                connection, path: folder.databasePath, checkpointer: checkpointer, damage: damage,
                observer: options.observer)
            Self.work(state, commit, maxBatchSize: options.maxBatchSize)
            folder.unlock()
            state.change { $0.hasStopped = true }
        }
        thread.name = "sesame-writer"
        self.thread = ObjectIdentifier(thread)
        thread.start()
    }

    /// The number of writes in the queue, without the writes of the running transaction.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Appends a write to the queue. If the queue is full or closed, the write fails at once with
    /// ``StorageError/unavailable(_:)``.
    func enqueue(_ write: PendingWrite) {
        let refusal: StorageError? = state.change { state in
            if state.isClosing { return .unavailable("the database is closed") }
            guard state.waiting.count < maxQueueLength else { return .unavailable("too many writes are waiting") }
            state.waiting.append(write)
            return nil
        }
        if let refusal { write.fail(refusal) }
    }

    /// Refuses further writes and waits until the thread has completed the waiting ones. On the writer's own thread it
    /// does not wait.
    func close() {
        state.change { $0.isClosing = true }
        // The thread itself may hold the last reference to the storage.
        if ObjectIdentifier(Thread.current) == thread { return }
        state.wait { state in state.hasStopped ? () : nil }
    }

    private static func work(_ state: Monitor<State>, _ commit: GroupCommit, maxBatchSize: Int) {
        while true {
            let batch: [PendingWrite] = state.wait { state in
                guard state.waiting.isEmpty else {
                    let batch = Array(state.waiting.prefix(maxBatchSize))
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
