public import Sesame
public import SesameCore

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
    private let lock: SessionLock?

    /// A store over the given Keychain. Apps take ``init(name:survivors:unlockReason:)``.
    /// - Parameter lock: The lock of the session; nil for one that nobody is asked for.
    package init(
        items: some KeychainItems, marker: InstallMarker, survivors: SurvivingSession = .keep,
        locks: StoreLocks = .inProcess(), lock: SessionLock? = nil
    ) {
        self.items = ProbedKeychain(items)
        self.marker = marker
        self.survivors = survivors
        self.locks = locks
        self.lock = lock
    }

    /// The item's bytes; those of a session that is older than the installation only if it is to be kept.
    public func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        guard item == .session else { return try items.find(item.rawValue) }
        let bytes = try findSession()
        guard !marker.isSet else { return bytes }
        guard let bytes else {
            marker.set()
            return nil
        }
        let session = try Session(stored: bytes)
        switch survivors {
        case .keep:
            marker.set()
            return bytes
        case .clear:
            try end(session)
            marker.set()
            return nil
        case .ask: return nil
        }
    }

    /// Stores the item.
    public func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        guard item == .session else { return try items.put(item.rawValue, bytes) }
        try requireUnlocked()
        let replaced = survivorReplaced(by: bytes)
        if let replaced { try queue(Revocation(replaced)) }
        do throws(AuthError) {
            let stored = if let lock { try lock.seal(bytes) } else { bytes }
            try items.put(item.rawValue, stored)
        } catch {
            // The person may still want to go on with it.
            if let replaced { try? change { $0.filter { !$0.concerns(replaced) } } }
            throw error
        }
        marker.set()
    }

    /// Removes the item.
    public func remove(_ item: StoredItem) throws(AuthError) {
        guard item == .session else { return try items.remove(item.rawValue) }
        try requireUnlocked()
        if let survivor = try? survivor() { try queue(Revocation(survivor)) }
        try items.remove(item.rawValue)
        lock?.forget()
        marker.set()
    }

    /// The session's bytes; nil where there is none, or none that anybody can open: of a lock that the app has no more.
    private func findSession() throws(AuthError) -> [UInt8]? {
        guard let bytes = try items.find(StoredItem.session.rawValue) else { return nil }
        guard let lock else { return SessionLock.isSealed(bytes) ? nil : bytes }
        return try lock.open(bytes)
    }

    /// Throws while a session stands there that its person has not unlocked: nothing takes its place, and the server would
    /// not hear of its end.
    private func requireUnlocked() throws(AuthError) {
        if lock != nil { _ = try findSession() }
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

extension KeychainSessionStore: PersonalStore {
    /// Asks the person, where the session is locked.
    package func unlock() async throws(AuthError) {
        // A device that has not been unlocked since it was started hides the key, too, and says that there is none.
        guard let lock, let bytes = try items.find(StoredItem.session.rawValue), SessionLock.isSealed(bytes) else {
            return
        }
        try await lock.unlock()
    }
}

// MARK: Survivors

extension KeychainSessionStore {
    /// The session of an installation before this one, while nobody has said what is to become of it; nil with any
    /// policy but ``SurvivingSession/ask``. A sign-in or a sign-out ends it.
    public func survivor() throws(AuthError) -> Session? {
        guard survivors == .ask, let bytes = try findSession(), !marker.isSet else {
            return nil
        }
        return try Session(stored: bytes)
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

    private func survivorReplaced(by bytes: [UInt8]) -> Session? {
        guard let survivor = try? survivor() else { return nil }
        let session = try? Session(stored: bytes)
        return session.map { survivor.continues($0) } == true ? nil : survivor
    }

    /// First the revocation, then the removal: after a crash in between, this is done once more.
    private func end(_ session: Session) throws(AuthError) {
        try queue(Revocation(session))
        try items.remove(StoredItem.session.rawValue)
        lock?.forget()
    }

    private func queue(_ revocation: Revocation) throws(AuthError) {
        try change { $0.appending(revocation).suffix(AuthManager.revocationLimit) }
    }

    private func change(_ change: ([Revocation]) -> [Revocation]) throws(AuthError) {
        try locks.exclusively { () throws(AuthError) in try saveRevocations(change(try loadRevocations())) }
    }
}
