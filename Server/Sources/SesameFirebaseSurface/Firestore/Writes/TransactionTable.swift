import Foundation
import NIOConcurrencyHelpers

/// The open transactions, with the documents that each has read. Transactions are optimistic and held in memory: a
/// transaction that is no longer in the table is aborted, and its client retries.
final class TransactionTable: Sendable {
    /// The id and update time of a document that a transaction has read.
    struct Read: Sendable {
        let uid: String
        let updateTime: FirestoreTimestamp
    }

    fileprivate struct Transaction {
        let id: [UInt8]
        let expiresAt: Date
        var reads: [Read] = []
    }

    fileprivate struct State {
        var byOwner: [String: [Transaction]] = [:]
        var count = 0
    }

    /// The lifetime of a transaction in seconds, the same as Firestore's.
    private static let lifetime: TimeInterval = 270
    /// The maximum number of transactions of one caller; one more replaces the oldest.
    private static let maxPerCaller = 16
    private let most: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty table.
    ///
    /// - Parameter most: The maximum number of transactions of all callers.
    init(most: Int = 10_000) {
        self.most = most
    }

    /// Begins a transaction for the owner. Throws `resourceExhausted` if too many transactions are open.
    func begin(_ id: [UInt8], of owner: String, at now: Date) throws(RPCError) {
        let isBegun = state.withLockedValue { state in
            if state.count >= most { state.forget(before: now) }
            guard state.count < most else { return false }
            var own = (state.byOwner[owner] ?? []).filter { now < $0.expiresAt }.suffix(Self.maxPerCaller - 1)
            own.append(Transaction(id: id, expiresAt: now.addingTimeInterval(Self.lifetime)))
            state.set(Array(own), of: owner)
            return true
        }
        guard isBegun else {
            var error = RPCError(.resourceExhausted, "too many transactions are open; retry later")
            error.retryAfter = 10
            throw error
        }
    }

    /// Records the documents that a transaction has read. Throws `aborted` if the transaction is unknown or expired.
    func note(_ reads: [Read], in id: [UInt8], of owner: String, at now: Date) throws(RPCError) {
        let isKnown = state.withLockedValue { state in
            guard let index = state.index(of: id, owner, at: now) else { return false }
            state.byOwner[owner]?[index].reads += reads
            return true
        }
        guard isKnown else { throw .noTransaction }
    }

    /// Ends a transaction. Throws `aborted` if the transaction is unknown or expired.
    ///
    /// - Returns: The documents that the transaction has read.
    @discardableResult
    func end(_ id: [UInt8], of owner: String, at now: Date) throws(RPCError) -> [Read] {
        let reads = state.withLockedValue { state -> [Read]? in
            guard let index = state.index(of: id, owner, at: now), var own = state.byOwner[owner] else { return nil }
            let reads = own.remove(at: index).reads
            state.set(own, of: owner)
            return reads
        }
        guard let reads else { throw .noTransaction }
        return reads
    }
}

extension TransactionTable.State {
    fileprivate func index(of id: [UInt8], _ owner: String, at now: Date) -> Int? {
        byOwner[owner]?.firstIndex { $0.id == id && now < $0.expiresAt }
    }

    fileprivate mutating func set(_ transactions: [TransactionTable.Transaction], of owner: String) {
        count += transactions.count - (byOwner[owner]?.count ?? 0)
        byOwner[owner] = transactions.isEmpty ? nil : transactions
    }

    fileprivate mutating func forget(before now: Date) {
        for (owner, transactions) in byOwner { set(transactions.filter { now < $0.expiresAt }, of: owner) }
    }
}

extension RPCError {
    fileprivate static let noTransaction = RPCError(
        .aborted, "the transaction is unknown or no longer valid; begin a new one")
}
