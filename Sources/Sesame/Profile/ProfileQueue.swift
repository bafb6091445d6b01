import SesameCore
import SesameWire

/// The pending changes of one person, and the place where they outlast the app.
struct ProfileQueue {
    private(set) var changes = PendingChanges()
    private let storage: any CacheStorage
    /// Whether what the last run has left is known. Until then nothing is written over it.
    private var isLoaded = false
    /// Why it is not known.
    private var obstacle = AuthError(.storageLocked, "what waits has not been read yet")
    /// What the server has taken before that was known. It is newer.
    private var taken = PendingChanges()
    /// What waits in the storage for somebody whose session has ended.
    private var suspended: (uid: String, changes: PendingChanges)?
    private var isDropDue = false
    private var isStored = true

    init(storage: any CacheStorage) {
        self.storage = storage
    }

    /// Reads what the last run has left for that person, once. What is another person's, or damaged, is removed; what
    /// cannot be read now is looked at again with the next call.
    /// - Parameter profile: The profile, where the server has told of it in this run.
    /// - Returns: Whether something was found.
    mutating func load(for uid: String, _ profile: Profile?) -> Bool {
        // What this person has changed since takes its place.
        if isDropDue, changes.isEmpty { removeStored() }
        guard !isLoaded else {
            if !isStored { _ = store(for: uid) }
            return false
        }
        let older: PendingChanges?
        do throws(AuthError) {
            older = try stored(for: uid)
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
            older.leaveOut(profile)
            older.follow(profile.onboarding)
        }
        older.add(changes)
        (changes, taken) = (older, PendingChanges())
        _ = store(for: uid)
        return true
    }

    /// The server has taken what was sent, and this is what it made of it.
    mutating func acknowledge(_ sent: PendingChanges, _ profile: Profile, for uid: String) {
        if !isLoaded { taken.add(sent) }
        update(for: uid) { $0.acknowledge(sent, profile) }
    }

    /// Changes what is pending, and stores it. Returns what stands in the way of that: the changes are in memory then,
    /// and are stored with the next ones.
    @discardableResult
    mutating func update(for uid: String, _ change: (inout PendingChanges) -> Void) -> AuthError? {
        let before = changes
        change(&changes)
        guard changes != before || !isStored else { return nil }
        return store(for: uid)
    }

    /// Leaves out what the profile has already.
    mutating func leaveOut(_ profile: Profile, for uid: String) {
        let before = changes
        update(for: uid) { $0.leaveOut(profile) }
        if !isLoaded, changes != before { taken.add(before) }
    }

    /// Forgets what is pending here, of that person; what is stored stays.
    mutating func reset(of uid: String?) {
        if let uid, isLoaded, isStored { suspended = (uid, changes) } else { changes.unsay() }
        (changes, taken) = (PendingChanges(), PendingChanges())
        isLoaded = false
        isStored = true
    }

    /// Removes what is pending, here and from the storage; when that fails, as soon as it works.
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

    private mutating func stored(for uid: String) throws(AuthError) -> PendingChanges? {
        let content = try storage.read(for: uid)
        guard case .kept(let bytes) = content, !isDropDue, let older = PendingChanges(storedForm: bytes) else {
            if content != .nothing { removeStored() }
            return nil
        }
        return older.isEmpty ? nil : older
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
