public import Sesame

extension StorageLocation {
    /// Returns a location in memory whose storages fail as scripted by a test.
    ///
    /// - Parameters:
    ///   - sessions: The session's store.
    ///   - outbox: The storage for changes of a `ProfileStore` that the server has not acknowledged.
    ///   - profile: The storage for the profile of a `ProfileStore`.
    ///   - device: The storage for the device's push token; the token of the known device is in memory.
    ///   - caches: The storages of `UserCache`s, by name; other caches are in memory and do not fail.
    public static func mock(
        sessions: MockSessionStore = MockSessionStore(), outbox: MockCacheStorage = MockCacheStorage(),
        profile: MockCacheStorage = MockCacheStorage(), device: MockDeviceStorage = MockDeviceStorage(),
        caches: [String: MockCacheStorage] = [:]
    ) -> StorageLocation {
        let others = StorageLocation.memory
        return StorageLocation(
            sessions: sessions,
            storage: { purpose in
                switch purpose {
                case .outbox: outbox
                case .profile: profile
                case .cache(let name): caches[name] ?? others.storage(purpose)
                }
            },
            device: { $0 == .push ? device : others.device($0) })
    }
}
