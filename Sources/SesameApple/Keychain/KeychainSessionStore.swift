public import Sesame
public import SesameCore

/// A session store in the Keychain.
///
/// A read has three outcomes: a session, no session, or currently unknown. A device that has not been unlocked since it
/// was started may report "not found" for existing items. The store trusts that result only if it can read an item that
/// always exists.
public struct KeychainSessionStore: SessionStore {
    private let items: ProbedKeychain
    private let marker: InstallMarker
    private let onReinstall: ReinstallPolicy
    private let locks: StoreLocks
    private let lock: SessionLock?

    /// Creates a store over the given Keychain. Apps use ``init(name:onReinstall:unlockReason:)``.
    ///
    /// - Parameter lock: The session's lock; nil for a session without one.
    package init(
        items: some KeychainItems, marker: InstallMarker, onReinstall: ReinstallPolicy = .keep,
        locks: StoreLocks = .inProcess(), lock: SessionLock? = nil
    ) {
        self.items = ProbedKeychain(items)
        self.marker = marker
        self.onReinstall = onReinstall
        self.locks = locks
        self.lock = lock
    }

    /// Returns the item's bytes; nil if it is not stored. For a session that is older than the installation, applies
    /// the ``ReinstallPolicy``: `keep` returns the session, `clear` signs it out and returns nil, and `ask` returns nil
    /// until ``keepPreviousInstallSession()`` is called.
    public func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        guard item == .session else { return try items.find(item.rawValue) }
        let bytes = try findSession()
        guard !marker.isSet else { return bytes }
        guard let bytes else {
            marker.set()
            return nil
        }
        let session = try Session(stored: bytes)
        switch onReinstall {
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

    /// Stores the item. Throws ``SesameCore/AuthError/Code/storageLocked`` for a session while the stored session is
    /// locked. With ``ReinstallPolicy/ask``, a replaced session of an earlier installation is queued for sign-out at
    /// the server.
    public func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        guard item == .session else { return try items.put(item.rawValue, bytes) }
        try requireUnlocked()
        let replaced = previousSession(replacedBy: bytes)
        if let replaced { try queue(Revocation(replaced)) }
        do throws(AuthError) {
            let stored = if let lock { try lock.seal(bytes) } else { bytes }
            try items.put(item.rawValue, stored)
        } catch {
            // The user may still want to continue with the replaced session.
            if let replaced { try? change { $0.filter { !$0.concerns(replaced) } } }
            throw error
        }
        marker.set()
    }

    /// Removes the item; a missing item is no error. The removal of a session throws
    /// ``SesameCore/AuthError/Code/storageLocked`` while the session is locked. With ``ReinstallPolicy/ask``, a removed
    /// session of an earlier installation is queued for sign-out at the server.
    public func remove(_ item: StoredItem) throws(AuthError) {
        guard item == .session else { return try items.remove(item.rawValue) }
        try requireUnlocked()
        if let session = try? previousInstallSession() { try queue(Revocation(session)) }
        try items.remove(item.rawValue)
        lock?.forget()
        marker.set()
    }

    /// Returns the session's bytes; nil if none is stored, or if the bytes are sealed and can never be opened, for
    /// example because the store has no lock.
    private func findSession() throws(AuthError) -> [UInt8]? {
        guard let bytes = try items.find(StoredItem.session.rawValue) else { return nil }
        guard let lock else { return SessionLock.isSealed(bytes) ? nil : bytes }
        return try lock.open(bytes)
    }

    /// Checks that the stored session is not locked, and throws `storageLocked` if it is. A locked session must not be
    /// replaced, because the server would not learn of its end.
    private func requireUnlocked() throws(AuthError) {
        if lock != nil { _ = try findSession() }
    }

    /// Runs the function under the store's lock, so that only one call runs at a time.
    public func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        try locks.withExclusiveAccess(change)
    }

    /// Takes the refresh lease without waiting; returns nil while another holder has it.
    public func tryLease() throws(AuthError) -> StoreLease? {
        try locks.tryLease()
    }
}

extension KeychainSessionStore: PersonalStore {
    /// Asks the user to unlock the session if it is locked. Throws `storageLocked` if the user declines.
    package func unlock() async throws(AuthError) {
        // A device that has not been unlocked since it was started hides the key, too, and reports that it does not
        // exist.
        guard let lock, let bytes = try items.find(StoredItem.session.rawValue), SessionLock.isSealed(bytes) else {
            return
        }
        try await lock.unlock()
    }
}

// MARK: Survivors

extension KeychainSessionStore {
    /// Returns the session of an earlier installation until the user decides about it; nil with any policy but
    /// ``ReinstallPolicy/ask``. A sign-in or a sign-out also ends that session.
    public func previousInstallSession() throws(AuthError) -> Session? {
        guard onReinstall == .ask, let bytes = try findSession(), !marker.isSet else {
            return nil
        }
        return try Session(stored: bytes)
    }

    /// Keeps the session of the earlier installation, after the user has agreed. Call `AuthManager.restore()`
    /// afterwards.
    public func keepPreviousInstallSession() {
        marker.set()
    }

    /// Removes the session of an earlier installation, and queues its sign-out at the server. Does nothing if
    /// ``previousInstallSession()`` returns nil.
    public func discardPreviousInstallSession() throws(AuthError) {
        guard let session = try previousInstallSession() else { return }
        try end(session)
        marker.set()
    }

    private func previousSession(replacedBy bytes: [UInt8]) -> Session? {
        guard let previous = try? previousInstallSession() else { return nil }
        let session = try? Session(stored: bytes)
        return session.map { previous.continues($0) } == true ? nil : previous
    }

    /// Stores the revocation, then removes the session. After a crash in between, both steps can be repeated.
    private func end(_ session: Session) throws(AuthError) {
        try queue(Revocation(session))
        try items.remove(StoredItem.session.rawValue)
        lock?.forget()
    }

    private func queue(_ revocation: Revocation) throws(AuthError) {
        try change { $0.appending(revocation).suffix(AuthManager.revocationLimit) }
    }

    private func change(_ change: ([Revocation]) -> [Revocation]) throws(AuthError) {
        try locks.withExclusiveAccess { () throws(AuthError) in try saveRevocations(change(try loadRevocations())) }
    }
}
