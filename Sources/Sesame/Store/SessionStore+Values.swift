public import SesameCore
import SesameWire

extension SessionStore {
    /// The stored session; nil when there is none. Bytes that are no session are an error: nobody knows who they were.
    public func load() throws(AuthError) -> Session? {
        try read(.session).map { (bytes) throws(AuthError) in try Session(stored: bytes) }
    }

    /// Stores a session that was got in another way than by ``AuthManager``, such as that of an earlier version of the
    /// app. A manager finds it when it restores.
    public func save(_ session: Session) throws(AuthError) {
        try write(.session, fitting: session.stored)
    }

    /// Removes the session.
    package func delete() throws(AuthError) {
        try remove(.session)
    }

    /// The sign-outs that the server has not heard of yet, oldest first.
    package func loadRevocations() throws(AuthError) -> [Revocation] {
        try queue(.revocations).compactMap { Revocation(storedForm: $0) }
    }

    /// Stores the sign-outs that the server has not heard of yet in place of the last ones.
    package func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try save(revocations.map(\.storedForm), as: .revocations)
    }

    /// The names that the server has not acknowledged yet, oldest first.
    package func loadNames() throws(AuthError) -> [FirstSignInName] {
        try queue(.names).compactMap { FirstSignInName(storedForm: $0) }
    }

    /// Stores the names that the server has not acknowledged yet in place of the last ones.
    package func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        try save(names.map(\.storedForm), as: .names)
    }

    /// The elements of a list. Bytes that are no list of ours have none: an error would stand in the way of every later sign-in, and bring
    /// nothing back.
    private func queue(_ item: StoredItem) throws(AuthError) -> [JSONObject] {
        try read(item).flatMap { JSONValue(stored: $0)?.array?.compactMap(\.object) } ?? []
    }

    private func save(_ queue: [JSONObject], as item: StoredItem) throws(AuthError) {
        guard !queue.isEmpty else { return try remove(item) }
        try write(item, fitting: JSONValue.array(queue.map { .object($0) }).serialized())
    }

    private func write(_ item: StoredItem, fitting bytes: [UInt8]) throws(AuthError) {
        guard bytes.count <= 150_000 else { throw AuthError(.invalidRequest, "this is too much to be kept") }
        try write(item, bytes)
    }
}

extension Session {
    /// The session as a store keeps it.
    package var stored: [UInt8] { storedForm.serialized() }

    /// Reads what a store has kept.
    package init(stored bytes: [UInt8]) throws(AuthError) {
        guard let session = JSONValue(stored: bytes)?.object.flatMap({ Session(storedForm: $0) }) else {
            throw AuthError(.storageUnavailable, "what the store holds is no session")
        }
        self = session
    }
}

extension JSONValue {
    /// More than this is not read: nothing of ours is as large.
    private static let limits = JSONLimits(bytes: 262_144)

    fileprivate init?(stored bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits) else { return nil }
        self = json
    }
}
