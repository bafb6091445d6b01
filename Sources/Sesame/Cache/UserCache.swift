import Foundation
public import SesameCore
import SesameWire

/// A cache for the signed-in user that also works without a network.
///
/// By default a value is fresh for five minutes. For the rest of seven days it is stale, and shown while a new one is
/// fetched. An older or unreadable value is removed when it is read. The content is cleared at a sign-out, a deletion
/// and another user's sign-in, if the cache follows the session: `.task { await cache.follow(auth.states) }`.
public final class UserCache<Value: Codable & Sendable>: Sendable {
    private struct State {
        var owner = CacheOwner.unknown
        /// True if content remains that could not be removed.
        var isRemovalDue = false
    }

    private struct Entry: Codable {
        var savedAt: Date
        var value: Value
    }

    private let storage: any CacheStorage
    private let lifetime: CacheLifetime
    private let clock: AuthClock
    private let state = Locked(State())

    /// Creates a cache in the given location.
    /// - Parameter name: The value's name, for example `onboarding`. Each name has its own value.
    public convenience init(
        at location: StorageLocation, name: String, lifetime: CacheLifetime = .default, clock: AuthClock = .system
    ) {
        self.init(storage: location.storage(.cache(name)), lifetime: lifetime, clock: clock)
    }

    package init(storage: any CacheStorage, lifetime: CacheLifetime = .default, clock: AuthClock = .system) {
        self.storage = storage
        self.lifetime = lifetime
        self.clock = clock
    }

    /// Returns the user's value, fresh or stale; ``CachedValue/missing`` if there is none, if no user or another user
    /// is signed in, or if the storage cannot be read.
    public func read(for uid: String) -> CachedValue<Value> {
        state.withLock { state in
            guard state.owner.admits(uid) else { return .missing }
            if state.isRemovalDue { remove(&state) }
            guard !state.isRemovalDue else { return .missing }
            do throws(AuthError) {
                switch try storage.read(for: uid) {
                case .empty: return .missing
                case .data(let bytes): return value(of: bytes) ?? removed(&state)
                case .unreadable: return removed(&state)
                }
            } catch {
                return .missing
            }
        }
    }

    /// Saves a value for the given user. The value is dropped if no user or another user is signed in by now. Throws
    /// ``SesameCore/AuthError/Code/invalidRequest`` if the value cannot be encoded as JSON, and the storage's error if
    /// it cannot be written.
    public func save(_ value: Value, for uid: String) throws(AuthError) {
        let entry = Entry(savedAt: clock.now, value: value)
        guard let bytes = try? JSONEncoder().encode(entry) else {
            throw AuthError(.invalidRequest, "the value cannot be encoded as JSON")
        }
        let result = state.withLock { state -> Result<Void, AuthError> in
            guard state.owner.admits(uid) else { return .success(()) }
            return Result { () throws(AuthError) in
                try storage.write(Array(bytes), for: uid)
                state.isRemovalDue = false
            }
        }
        try result.get()
    }

    /// Removes the content. If that fails now, the content counts as gone, and is removed as soon as possible.
    public func clear() {
        state.withLock { remove(&$0) }
    }

    /// Updates the cache to the session's state: removes the content at a sign-out, or if it belongs to another user.
    package func observe(_ auth: AuthState) {
        state.withLock { state in
            let last = state.owner
            state.owner = last.after(auth)
            switch (last, state.owner) {
            case (.unknown, .person(let uid)):
                // The content of the last run may be another user's.
                let stored = Result { () throws(AuthError) in try storage.read(for: uid) }
                if case .success(.unreadable) = stored { remove(&state) }
            case (let last, let owner):
                if state.isRemovalDue || !last.isSame(as: owner) { remove(&state) }
            }
        }
    }

    /// Follows the state of the session until the stream or the task ends.
    public func follow(_ states: AsyncStream<AuthState>) async {
        for await auth in states { observe(auth) }
    }

    private func value(of bytes: [UInt8]) -> CachedValue<Value>? {
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)) else { return nil }
        switch lifetime.age(savedAt: entry.savedAt, now: clock.now) {
        case .fresh: return .fresh(entry.value)
        case .stale: return .stale(entry.value)
        case .expired: return nil
        }
    }

    private func removed(_ state: inout State) -> CachedValue<Value> {
        remove(&state)
        return .missing
    }

    private func remove(_ state: inout State) {
        do throws(AuthError) {
            try storage.remove()
            state.isRemovalDue = false
        } catch {
            state.isRemovalDue = true
        }
    }
}
