public import Foundation
import SesameCore
import SesameWire

/// The place on the device for all that an app keeps of a person: the session, the profile, changes that wait for the
/// network, caches, and what makes the device known. Each has a file of its own, by what it is, so two of them never
/// meet.
///
/// On Apple's systems take `StorageLocation.keychain(name:)` of `SesameApple`: its key gets into no backup.
public struct StorageLocation: Sendable {
    /// The use of a storage.
    package enum Purpose: Hashable, Sendable {
        /// Changes of a profile store that the server has not acknowledged.
        case outbox
        /// The profile of a profile store.
        case profile
        /// The value of the cache of that name.
        case cache(String)

        fileprivate var name: String {
            switch self {
            case .outbox: "outbox"
            case .profile: "profile"
            case .cache(let name): "cache \(name)"
            }
        }
    }

    /// Things that the device itself keeps, whoever uses it, and that no backup may bring onto another one.
    package enum DevicePurpose: String, Hashable, Sendable {
        /// The token for pushes.
        case push
        /// The token by which a server knows the device again at a sign-in with a password.
        case knownDevice = "known-device"
    }

    /// The store of the session. An app has one manager over it at a time.
    public let sessions: any SessionStore

    /// The storage of a purpose: two of the same location have the same contents.
    package let storage: @Sendable (Purpose) -> any CacheStorage

    /// The storage of what is the device's own, by its purpose.
    package let device: @Sendable (DevicePurpose) -> any DeviceStorage

    /// A location of the given storages.
    package init(
        sessions: any SessionStore, storage: @escaping @Sendable (Purpose) -> any CacheStorage,
        device: @escaping @Sendable (DevicePurpose) -> any DeviceStorage
    ) {
        self.sessions = sessions
        self.storage = storage
        self.device = device
    }

    /// The same place, with the session in a store of an app's own.
    public func keepingSession(in store: some SessionStore) -> StorageLocation {
        StorageLocation(sessions: store, storage: storage, device: device)
    }

    /// Encrypted files in the person's own folders: data in `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`), the key
    /// in `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    ///
    /// Several processes may use the session. All else is one program's, and one run's at a time.
    /// - Parameter name: The place's name: server and app. Different names, different places.
    @available(iOS, unavailable, message: "a backup holds data and key: take keychain(name:) of SesameApple")
    @available(tvOS, unavailable, message: "a backup holds data and key: take keychain(name:) of SesameApple")
    @available(watchOS, unavailable, message: "a backup holds data and key: take keychain(name:) of SesameApple")
    @available(visionOS, unavailable, message: "a backup holds data and key: take keychain(name:) of SesameApple")
    public static func files(
        name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> StorageLocation {
        let folders = PersonalFolders(environment: environment)
        return .folder(folders.state, keyFile: folders.config.appendingPathComponent("key"), name: name)
    }

    /// Encrypted files in that folder. The key's folder is not to be the data's: so a copy or backup of the one folder
    /// is worth nothing. On iOS and its kin, and on Android, a backup has both, unless one of them is left out of it. What
    /// is the device's own is in memory everywhere but on Linux: nothing else tells one device from another.
    /// - Parameters:
    ///   - keyFile: The key's file; the key of the session is beside it, in a file whose name ends in `.session`.
    ///   - name: The place's name, where several share the folder.
    public static func folder(_ folder: URL, keyFile: URL, name: String = "") -> StorageLocation {
        // A key of its own: one that is missing for now is not made anew for something else.
        let sessions = EncryptedFileSessionStore(
            name: "\(name.utf8.count) \(name) session", folder: folder,
            keyFile: keyFile.appendingPathExtension("session"))
        let inMemory = memoryDevices()
        return .sealed(in: folder, name: name, key: KeyFile(path: keyFile.path), sessions: sessions) { purpose in
            guard let machine = EncryptedFileDeviceStorage.machineID else { return inMemory(purpose) }
            return EncryptedFileDeviceStorage(
                name: "\(name.utf8.count) \(name) \(purpose.rawValue)", folder: folder, keyFile: keyFile,
                device: machine)
        }
    }

    /// A new place that forgets all when the process ends: for tests, previews, and apps that must leave nothing behind.
    /// The same value finds it again.
    public static var memory: StorageLocation {
        let storages = Locked<[Purpose: MemoryCacheStorage]>([:])
        return StorageLocation(
            sessions: MemorySessionStore(),
            storage: { purpose in
                storages.withLock { storages in
                    let storage = storages[purpose] ?? MemoryCacheStorage()
                    storages[purpose] = storage
                    return storage
                }
            },
            device: memoryDevices())
    }

    private static func memoryDevices() -> @Sendable (DevicePurpose) -> any DeviceStorage {
        let devices = Locked<[DevicePurpose: MemoryDeviceStorage]>([:])
        return { purpose in
            devices.withLock { devices in
                let device = devices[purpose] ?? MemoryDeviceStorage()
                devices[purpose] = device
                return device
            }
        }
    }

    /// Files in that folder, sealed with that key.
    package static func sealed(
        in folder: URL, name: String, key: some StorageKey, sessions: some SessionStore,
        device: @escaping @Sendable (DevicePurpose) -> any DeviceStorage
    ) -> StorageLocation {
        StorageLocation(
            sessions: sessions,
            storage: { purpose in
                // With its length no name reaches into what comes after it: "a b" with "c" is not "a" with "b c".
                EncryptedFileCacheStorage(
                    name: "\(name.utf8.count) \(name) \(purpose.name)", folder: folder, key: key)
            }, device: device)
    }
}
