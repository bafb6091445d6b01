import Sesame
import SesameCore

/// A session store with a kill point before and after each write and removal, and at each exclusive access and lease.
struct InterruptedStore: SessionStore {
    private let store: any SessionStore
    private let points: KillPoints

    init(_ store: some SessionStore, points: KillPoints) {
        self.store = store
        self.points = points
    }

    func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        try store.read(item)
    }

    func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        try points.around("write \(item.rawValue)") { () throws(AuthError) in try store.write(item, bytes) }
    }

    func remove(_ item: StoredItem) throws(AuthError) {
        try points.around("remove \(item.rawValue)") { () throws(AuthError) in try store.remove(item) }
    }

    func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try store.withExclusiveAccess { () throws(AuthError) in
            points.pass("withExclusiveAccess")
            return try change()
        }
    }

    func tryLease() throws(AuthError) -> StoreLease? {
        let lease = try store.tryLease()
        points.pass(lease == nil ? "no lease" : "lease")
        return lease
    }
}
