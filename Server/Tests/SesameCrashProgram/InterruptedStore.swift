import Sesame
import SesameCore

/// A store with a point around each step.
struct InterruptedStore: SessionStore {
    private let store: any SessionStore
    private let points: KillPoints

    init(_ store: some SessionStore, points: KillPoints) {
        self.store = store
        self.points = points
    }

    func load() throws(AuthError) -> Session? {
        try store.load()
    }

    func save(_ session: Session) throws(AuthError) {
        try points.around("save \(session.id)") { () throws(AuthError) in try store.save(session) }
    }

    func delete() throws(AuthError) {
        try points.around("delete") { () throws(AuthError) in try store.delete() }
    }

    func loadRevocations() throws(AuthError) -> [Revocation] {
        try store.loadRevocations()
    }

    func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try points.around("saveRevocations \(revocations.count)") { () throws(AuthError) in
            try store.saveRevocations(revocations)
        }
    }

    func loadNames() throws(AuthError) -> [FirstSignInName] {
        try store.loadNames()
    }

    func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        try points.around("saveNames") { () throws(AuthError) in try store.saveNames(names) }
    }

    func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try store.exclusively { () throws(AuthError) in
            points.pass("exclusively")
            return try change()
        }
    }

    func tryLease() throws(AuthError) -> StoreLease? {
        let lease = try store.tryLease()
        points.pass(lease == nil ? "no lease" : "lease")
        return lease
    }
}
