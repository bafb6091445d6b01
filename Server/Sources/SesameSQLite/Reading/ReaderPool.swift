import SesameAccounts

/// The connections for reads, each used by one thread at a time.
///
/// If none is free, a caller waits for the next one. A read takes microseconds and never suspends.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Connection] = []
        var opened = 0
        var isClosed = false
    }

    private enum Lease {
        case connection(Connection)
        case place
        case closed
    }

    private let path: String
    private let size: Int
    private let damage: DamageRecord
    private let observer: (@Sendable (String) -> Void)?
    private let state = Monitor(State())

    /// Creates a pool that opens up to `size` connections, each when it is first needed.
    ///
    /// - Parameter observer: A function that receives the text of each statement before it runs.
    init(path: String, size: Int, damage: DamageRecord, observer: (@Sendable (String) -> Void)? = nil) {
        self.path = path
        self.size = size
        self.damage = damage
        self.observer = observer
    }

    /// Runs the body in one read transaction, and records damage that it meets.
    func read<Value>(
        _ body: (any StorageReader) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try readOnConnection(body)
        } catch {
            damage.note(error)
            throw error
        }
    }

    private func readOnConnection<Value>(
        _ body: (any StorageReader) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let connection = try take()
        defer { giveBack(connection) }
        try connection.run("BEGIN")
        defer { connection.endReading() }
        return try body(SQLiteReader(connection: connection))
    }

    /// Closes idle connections at once, and connections in use when they are returned. Blocks until all are closed.
    func close() {
        state.change { state in
            state.isClosed = true
            state.opened -= state.idle.count
            for connection in state.idle { connection.close() }
            state.idle = []
        }
        state.wait { state in state.opened == 0 ? () : nil }
    }

    private func take() throws(StorageError) -> Connection {
        let lease: Lease = state.wait { state in
            if state.isClosed { return .closed }
            if let connection = state.idle.popLast() { return .connection(connection) }
            guard state.opened < size else { return nil }
            state.opened += 1
            return .place
        }
        switch lease {
        case .connection(let connection): return connection
        case .closed: throw .unavailable("the database is closed")
        case .place:
            do throws(StorageError) {
                return try Connection(path: path, access: .read, observer: observer)
            } catch {
                state.change { $0.opened -= 1 }
                throw error
            }
        }
    }

    private func giveBack(_ connection: Connection) {
        state.change { state in
            guard state.isClosed else { return state.idle.append(connection) }
            connection.close()
            state.opened -= 1
        }
    }
}

extension Connection {
    fileprivate func endReading() {
        do throws(StorageError) {
            try run("COMMIT")
        } catch {
            rollBack()
        }
    }
}
