import Foundation
public import SesameCore

/// A session in the Keychain.
///
/// Reading has three outcomes: there is a session, there is none, it cannot be told now. A device that has not been
/// unlocked since it was started may say "not found" for what it has, so that is believed only beside an item that is
/// always there.
public struct KeychainSessionStore: SessionStore {
    private let items: any KeychainItems
    private let marker: InstallMarker
    private let survivors: SurvivingSession
    private let locks: StoreLocks

    /// A store over the given Keychain. Apps take `KeychainSessionStore(name:)` of `SesameApple`.
    public init(
        items: some KeychainItems, marker: InstallMarker, survivors: SurvivingSession = .keep,
        locks: StoreLocks = .inProcess()
    ) {
        self.items = items
        self.marker = marker
        self.survivors = survivors
        self.locks = locks
    }

    /// The stored session, unless it is older than the installation and not to be kept.
    public func load() throws(AuthError) -> Session? {
        let session = try storedSession()
        guard !marker.isSet else { return session }
        if session == nil || survivors == .keep { marker.set() }
        guard let session else { return nil }
        switch survivors {
        case .keep: return session
        case .clear:
            try end(session)
            marker.set()
            return nil
        case .ask: return nil
        }
    }

    /// Stores the session.
    public func save(_ session: Session) throws(AuthError) {
        if let survivor = try? survivor(), !survivor.continues(session) { try queue(Revocation(survivor)) }
        try write(.session, .object(session.storedForm))
        marker.set()
    }

    /// Removes the session.
    public func delete() throws(AuthError) {
        if let survivor = try? survivor() { try queue(Revocation(survivor)) }
        try remove(.session)
        marker.set()
    }

    /// The sign-outs that the server has not heard of yet.
    public func loadRevocations() throws(AuthError) -> [Revocation] {
        guard let json = try read(.revocations) else { return [] }
        guard let elements = json.array else { throw .foreignItem }
        return elements.compactMap { $0.object.flatMap { Revocation(storedForm: $0) } }
    }

    /// Stores the sign-outs that the server has not heard of yet.
    public func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        guard !revocations.isEmpty else { return try remove(.revocations) }
        try write(.revocations, .array(revocations.map { .object($0.storedForm) }))
    }

    /// The names that the server has not acknowledged yet.
    public func loadNames() throws(AuthError) -> [FirstSignInName] {
        guard let json = try read(.names) else { return [] }
        guard let elements = json.array else { throw .foreignItem }
        return elements.compactMap { $0.object.flatMap { FirstSignInName(storedForm: $0) } }
    }

    /// Stores the names that the server has not acknowledged yet.
    public func saveNames(_ names: [FirstSignInName]) throws(AuthError) {
        guard !names.isEmpty else { return try remove(.names) }
        try write(.names, .array(names.map { .object($0.storedForm) }))
    }

    /// Runs the function while no other is run, by the locks that the store was given.
    public func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try locks.exclusively(change)
    }

    /// The right to refresh, by the locks that the store was given.
    public func tryLease() throws(AuthError) -> StoreLease? {
        try locks.tryLease()
    }
}

// MARK: Survivors

extension KeychainSessionStore {
    /// The session of an installation before this one, while nobody has said what is to become of it; nil with any
    /// policy but ``SurvivingSession/ask``. A sign-in or a sign-out ends it.
    public func survivor() throws(AuthError) -> Session? {
        guard survivors == .ask, let session = try storedSession(), !marker.isSet else { return nil }
        return session
    }

    /// The person wants to go on with that session: restore afterwards.
    public func keepSurvivor() {
        marker.set()
    }

    /// The person does not: it is signed out, here and at the server.
    public func clearSurvivor() throws(AuthError) {
        guard let session = try survivor() else { return }
        try end(session)
        marker.set()
    }

    /// First the revocation, then the removal: after a crash in between, this is done once more.
    private func end(_ session: Session) throws(AuthError) {
        try queue(Revocation(session))
        try remove(.session)
    }

    private func queue(_ revocation: Revocation) throws(AuthError) {
        try locks.exclusively { () throws(AuthError) in
            var queue = try loadRevocations().filter { !$0.concerns(revocation) }
            queue.append(revocation)
            try saveRevocations(queue.suffix(AuthManager.revocationLimit))
        }
    }
}

// MARK: Items

extension KeychainSessionStore {
    private enum Item: String {
        case session, revocations, names
        /// Always there: an answer about it tells whether the Keychain's answers can be believed.
        case probe
    }

    private func storedSession() throws(AuthError) -> Session? {
        guard let json = try read(.session) else { return nil }
        guard let session = json.object.flatMap({ Session(storedForm: $0) }) else { throw .foreignItem }
        return session
    }

    private func read(_ item: Item) throws(AuthError) -> JSONValue? {
        guard let bytes = try find(item) else { return nil }
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 262_144)) else { throw .foreignItem }
        return json
    }

    private func find(_ item: Item) throws(AuthError) -> [UInt8]? {
        if let bytes = try readOnce(item) { return bytes }
        try probe()
        // The device may have been unlocked between the first look and the probe.
        return try readOnce(item)
    }

    private func readOnce(_ item: Item) throws(AuthError) -> [UInt8]? {
        do throws(KeychainStatus) {
            return try items.read(item.rawValue)
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            return nil
        }
    }

    /// Throws unless "not found" can be believed.
    private func probe() throws(AuthError) {
        guard try readOnce(.probe) == nil else { return }
        try add(.probe, [1])
    }

    private func add(_ item: Item, _ bytes: [UInt8]) throws(AuthError) {
        do throws(KeychainStatus) {
            try items.add(item.rawValue, bytes)
        } catch {
            // An item that is there and was not found a moment ago: the device is locked.
            throw error == .duplicateItem ? KeychainStatus.interactionNotAllowed.authError : error.authError
        }
    }

    private func write(_ item: Item, _ json: JSONValue) throws(AuthError) {
        let bytes = json.serialized()
        do throws(KeychainStatus) {
            try items.update(item.rawValue, bytes)
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            try add(item, bytes)
        }
    }

    private func remove(_ item: Item) throws(AuthError) {
        guard try !removeOnce(item) else { return }
        try probe()
        _ = try removeOnce(item)
    }

    /// Whether there was one to be removed.
    private func removeOnce(_ item: Item) throws(AuthError) -> Bool {
        do throws(KeychainStatus) {
            try items.delete(item.rawValue)
            return true
        } catch {
            guard error == .itemNotFound else { throw error.authError }
            return false
        }
    }
}

extension AuthError {
    fileprivate static let foreignItem = AuthError(.storageUnavailable, "what the Keychain holds is no session")
}
