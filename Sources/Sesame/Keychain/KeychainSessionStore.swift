import Foundation
public import SesameCore
import SesameWire

/// A session in the Keychain.
///
/// Reading has three outcomes: there is a session, there is none, it cannot be told now. A device that has not been
/// unlocked since it was started may say "not found" for what it has, so that is believed only beside an item that is
/// always there.
public struct KeychainSessionStore: SessionStore {
    private let items: ProbedKeychain
    private let marker: InstallMarker
    private let survivors: SurvivingSession
    private let locks: StoreLocks

    /// A store over the given Keychain. Apps take `KeychainSessionStore(name:)` of `SesameApple`.
    public init(
        items: some KeychainItems, marker: InstallMarker, survivors: SurvivingSession = .keep,
        locks: StoreLocks = .inProcess()
    ) {
        self.items = ProbedKeychain(items)
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
        let survivor = (try? survivor()).flatMap { $0?.continues(session) == false ? $0 : nil }
        if let survivor { try queue(Revocation(survivor)) }
        do throws(AuthError) {
            try write(.session, .object(session.storedForm))
        } catch {
            // The person may still want to go on with it.
            if let survivor { try? change { $0.filter { !$0.concerns(survivor) } } }
            throw error
        }
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
        try change { $0.appending(revocation).suffix(AuthManager.revocationLimit) }
    }

    private func change(_ change: ([Revocation]) -> [Revocation]) throws(AuthError) {
        try locks.exclusively { () throws(AuthError) in try saveRevocations(change(try loadRevocations())) }
    }
}

// MARK: Items

extension KeychainSessionStore {
    private enum Item: String {
        case session, revocations, names
    }

    private func storedSession() throws(AuthError) -> Session? {
        guard let json = try read(.session) else { return nil }
        guard let session = json.object.flatMap({ Session(storedForm: $0) }) else { throw .foreignItem }
        return session
    }

    private func read(_ item: Item) throws(AuthError) -> JSONValue? {
        guard let bytes = try items.find(item.rawValue) else { return nil }
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 262_144)) else { throw .foreignItem }
        return json
    }

    private func write(_ item: Item, _ json: JSONValue) throws(AuthError) {
        try items.put(item.rawValue, json.serialized())
    }

    private func remove(_ item: Item) throws(AuthError) {
        try items.remove(item.rawValue)
    }
}

extension AuthError {
    fileprivate static let foreignItem = AuthError(.storageUnavailable, "what the Keychain holds is no session")
}
