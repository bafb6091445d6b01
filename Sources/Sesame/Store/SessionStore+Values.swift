public import SesameCore
import SesameWire

extension SessionStore {
    /// Returns the stored session; nil if none is stored. Throws ``SesameCore/AuthError/Code/storageUnavailable`` if
    /// the stored bytes are not a valid session: they may still belong to a signed-in user.
    public func load() throws(AuthError) -> Session? {
        try read(.session).map { (bytes) throws(AuthError) in try Session(stored: bytes) }
    }

    /// Stores a session. Apps call this to import one that ``AuthManager`` did not create, such as one from an earlier
    /// version of the app; `AuthManager.restore()` then loads that session.
    public func save(_ session: Session) throws(AuthError) {
        try write(.session, fitting: session.stored)
    }

    /// Removes the stored session; a missing session is no error.
    package func delete() throws(AuthError) {
        try remove(.session)
    }

    /// Returns the queued sign-outs that the server has not received yet, oldest first.
    package func loadRevocations() throws(AuthError) -> [Revocation] {
        try queue(.revocations).compactMap { Revocation(storedForm: $0) }
    }

    /// Replaces the stored queue of sign-outs that the server has not received yet.
    package func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try save(revocations.map(\.storedForm), as: .revocations)
    }

    /// Returns the users' names from Apple that the server has not acknowledged yet, oldest first.
    package func loadNames() throws(AuthError) -> [FirstSignInName] {
        try queue(.names).compactMap { FirstSignInName(storedForm: $0) }
    }

    /// Replaces the stored list of users' names from Apple that the server has not acknowledged yet.
    package func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        try save(names.map(\.storedForm), as: .names)
    }

    /// Returns the elements of a stored list. An invalid list counts as empty, because an error would block every later
    /// sign-in and recover nothing.
    private func queue(_ item: StoredItem) throws(AuthError) -> [JSONObject] {
        try read(item).flatMap { JSONValue(stored: $0)?.array?.compactMap(\.object) } ?? []
    }

    private func save(_ queue: [JSONObject], as item: StoredItem) throws(AuthError) {
        guard !queue.isEmpty else { return try remove(item) }
        try write(item, fitting: JSONValue.array(queue.map { .object($0) }).serialized())
    }

    private func write(_ item: StoredItem, fitting bytes: [UInt8]) throws(AuthError) {
        guard bytes.count <= 150_000 else { throw AuthError(.invalidRequest, "the data is too large to store") }
        try write(item, bytes)
    }
}

extension Session {
    /// The session as stored: a JSON object in UTF-8.
    package var stored: [UInt8] { storedForm.serialized() }

    /// Parses the stored bytes of a session. Throws `storageUnavailable` if they are not a valid session.
    package init(stored bytes: [UInt8]) throws(AuthError) {
        guard let session = JSONValue(stored: bytes)?.object.flatMap({ Session(storedForm: $0) }) else {
            throw AuthError(.storageUnavailable, "the store does not contain a valid session")
        }
        self = session
    }
}

extension JSONValue {
    /// The limits of a stored value; Sesame's values are smaller.
    private static let limits = JSONLimits(bytes: 262_144)

    fileprivate init?(stored bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits) else { return nil }
        self = json
    }
}
