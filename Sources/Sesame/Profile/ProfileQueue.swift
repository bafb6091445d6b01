import SesameCore
import SesameWire

/// The pending changes of one user, and the storage in which they survive a restart of the app.
struct ProfileQueue {
    private(set) var changes = PendingChanges()
    private let storage: any CacheStorage
    /// True if the stored changes of the last run have been read. Until then they are not overwritten.
    private var isLoaded = false
    /// The error that prevents reading the stored changes.
    private var obstacle = AuthError(.storageLocked, "the pending changes have not been read yet")
    /// The changes that the server accepted before the stored changes were read. They are newer than the stored
    /// changes.
    private var taken = PendingChanges()
    /// The stored changes of a user whose session has ended.
    private var suspended: (uid: String, changes: PendingChanges)?
    /// The changes of a guest who was merged into another account. If they were not loaded, the storage has more.
    private var left: (changes: PendingChanges, taken: PendingChanges, isLoaded: Bool)?
    private var isDropDue = false
    private var isStored = true

    init(storage: any CacheStorage) {
        self.storage = storage
    }

    /// Reads the stored changes of the given user, or of a guest merged into their account, once. Another user's
    /// changes and damaged ones are removed. If the storage cannot be read now, the next call retries.
    /// - Parameters:
    ///   - profile: The profile, if the server has sent it in this run.
    ///   - guest: The uid of the guest who was merged into the user's account; nil if there is none.
    /// - Returns: True if changes were found.
    mutating func load(for uid: String, _ profile: Profile?, from guest: String? = nil) -> Bool {
        // If this user has newer changes, those overwrite the stored ones later.
        if isDropDue, changes.isEmpty { removeStored() }
        guard !isLoaded else {
            if !isStored { _ = store(for: uid) }
            return false
        }
        let older: PendingChanges?
        do throws(AuthError) {
            older = try stored(for: uid, guest)
        } catch {
            obstacle = error
            return false
        }
        isLoaded = true
        guard var older else {
            suspended?.changes.unsay()
            suspended = nil
            if !changes.isEmpty { _ = store(for: uid) }
            return false
        }
        if let suspended, suspended.uid.hasSameBytes(as: uid) {
            older.mark(as: suspended.changes)
        } else {
            suspended?.changes.unsay()
        }
        suspended = nil
        older.leaveOut(overriddenBy: taken)
        if let profile {
            older.yield(to: profile)
            older.leaveOut(profile)
            older.follow(profile.onboarding)
        }
        older.add(changes)
        (changes, taken) = (older, PendingChanges())
        _ = store(for: uid)
        return true
    }

    /// Removes the sent changes, after the server has accepted them and returned the profile.
    mutating func acknowledge(_ sent: PendingChanges, _ profile: Profile, for uid: String) {
        if !isLoaded { taken.add(sent) }
        update(for: uid) { $0.acknowledge(sent, profile) }
    }

    /// Updates the pending changes with the closure, and stores them.
    /// - Returns: The error that prevents storing; nil if the changes are stored. After an error the changes remain in
    ///   memory, and the next update stores them.
    @discardableResult
    mutating func update(for uid: String, _ change: (inout PendingChanges) -> Void) -> AuthError? {
        let before = changes
        change(&changes)
        guard changes != before || !isStored else { return nil }
        return store(for: uid)
    }

    /// Removes pending changes that the profile already contains.
    mutating func leaveOut(_ profile: Profile, for uid: String) {
        let before = changes
        update(for: uid) { $0.leaveOut(profile) }
        if !isLoaded, changes != before { taken.add(before) }
    }

    /// Removes the changes of a merged guest for which the account has its own value.
    mutating func yield(to profile: Profile, for uid: String) {
        update(for: uid) { $0.yield(to: profile) }
    }

    /// Clears the given user's pending changes in memory; the stored changes remain.
    /// - Parameter isMerged: True for a guest who was merged into the account of the next user.
    mutating func reset(of uid: String?, isMerged: Bool = false) {
        left?.changes.unsay()
        left = isMerged ? (changes, taken, isLoaded) : nil
        if let uid, !isMerged, isLoaded, isStored {
            suspended = (uid, changes)
        } else if !isMerged {
            changes.unsay()
        }
        (changes, taken) = (PendingChanges(), PendingChanges())
        isLoaded = false
        isStored = true
    }

    /// Removes the pending changes from memory and from the storage. If that fails, it is retried later.
    mutating func drop() {
        changes.unsay()
        (changes, taken) = (PendingChanges(), PendingChanges())
        isStored = true
        removeStored()
    }

    private mutating func removeStored() {
        do throws(AuthError) {
            try storage.remove()
            isDropDue = false
        } catch {
            isDropDue = true
        }
    }

    /// Returns the stored changes of the given user, after those of a guest merged into their account; nil if there are
    /// none.
    private mutating func stored(for uid: String, _ guest: String?) throws(AuthError) -> PendingChanges? {
        let content = try storage.read(for: uid)
        var changes = try guest.map { guest throws(AuthError) in try inherited(from: guest) } ?? PendingChanges()
        left = nil
        if case .data(let bytes) = content, !isDropDue, let older = PendingChanges(storedForm: bytes) {
            changes.add(older)
        } else if content != .empty, changes.isEmpty {
            removeStored()
        }
        return changes.isEmpty ? nil : changes
    }

    /// Returns the unsent changes of a guest who was merged into another account.
    private func inherited(from guest: String) throws(AuthError) -> PendingChanges {
        var changes = PendingChanges()
        if left?.isLoaded != true, !isDropDue, case .data(let bytes) = try storage.read(for: guest) {
            changes = PendingChanges(storedForm: bytes) ?? changes
        }
        if let left {
            changes.leaveOut(overriddenBy: left.taken)
            changes.add(left.changes)
        }
        return changes.ofGuest
    }

    private mutating func store(for uid: String) -> AuthError? {
        guard isLoaded else {
            isStored = false
            return obstacle
        }
        do throws(AuthError) {
            if changes.isEmpty {
                try storage.remove()
            } else {
                try storage.write(changes.storedForm.serialized(), for: uid)
            }
            (isStored, isDropDue) = (true, false)
            return nil
        } catch {
            isStored = false
            return error
        }
    }
}
