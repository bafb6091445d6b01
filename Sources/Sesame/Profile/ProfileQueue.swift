import SesameCore
import SesameWire

/// The pending changes of one person, and the place where they outlast the app.
struct ProfileQueue {
    private(set) var changes = PendingChanges()
    private let storage: any CacheStorage
    /// True if what the last run has left is known. Until then nothing is written over it.
    private var isLoaded = false
    /// The reason why it is not known.
    private var obstacle = AuthError(.storageLocked, "what waits has not been read yet")
    /// The changes that the server has taken before that was known. They are newer.
    private var taken = PendingChanges()
    /// The changes in the storage of a user whose session has ended.
    private var suspended: (uid: String, changes: PendingChanges)?
    /// The changes of a guest who has become part of another account. Where they were not loaded, the storage has more.
    private var left: (changes: PendingChanges, taken: PendingChanges, isLoaded: Bool)?
    private var isDropDue = false
    private var isStored = true

    init(storage: any CacheStorage) {
        self.storage = storage
    }

    /// Reads what the last run has left for that person, or for the guest who has become part of their account, once. What
    /// is another person's, or damaged, is removed; what cannot be read now is looked at again with the next call.
    /// - Parameters:
    ///   - profile: The profile, where the server has told of it in this run.
    ///   - guest: The guest who has become part of that account, if one has.
    /// - Returns: True if something was found.
    mutating func load(for uid: String, _ profile: Profile?, from guest: String? = nil) -> Bool {
        // What this person has changed since takes its place.
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

    /// A guest's changes give way to what the account has that they have become part of.
    mutating func yield(to profile: Profile, for uid: String) {
        update(for: uid) { $0.yield(to: profile) }
    }

    /// Forgets what is pending here, of that person; what is stored stays.
    /// - Parameter isMerged: True for a guest who has become part of the account of whoever comes now.
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

    /// The changes that the storage has for that person, after those of the guest who has become part of their account.
    private mutating func stored(for uid: String, _ guest: String?) throws(AuthError) -> PendingChanges? {
        let content = try storage.read(for: uid)
        var changes = try guest.map { guest throws(AuthError) in try inherited(from: guest) } ?? PendingChanges()
        left = nil
        if case .kept(let bytes) = content, !isDropDue, let older = PendingChanges(storedForm: bytes) {
            changes.add(older)
        } else if content != .nothing, changes.isEmpty {
            removeStored()
        }
        return changes.isEmpty ? nil : changes
    }

    /// The changes that a guest had still to send who has become part of another account.
    private func inherited(from guest: String) throws(AuthError) -> PendingChanges {
        var changes = PendingChanges()
        if left?.isLoaded != true, !isDropDue, case .kept(let bytes) = try storage.read(for: guest) {
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
