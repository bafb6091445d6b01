public import Sesame

extension StorageLocation {
    /// A place in memory whose storages fail where a test says so.
    /// - Parameters:
    ///   - sessions: The store of the session.
    ///   - outbox: The place of changes of a `ProfileStore` that the server has not acknowledged.
    ///   - profile: The place of the profile of a `ProfileStore`.
    ///   - device: The place of the device's token for pushes; that of the known device is in memory.
    ///   - caches: The places of `UserCache`s, by name; others are in memory and do not fail.
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
