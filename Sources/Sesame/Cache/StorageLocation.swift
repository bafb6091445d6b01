public import Foundation
import SesameCore
import SesameWire

/// The place on the device for all data that an app stores about a user: the session, the profile, changes that wait
/// for the network, caches, and the token that identifies the device to the server. Each purpose has its own file, so
/// two purposes never collide.
///
/// On Apple platforms use `StorageLocation.keychain(name:)` of `SesameApple`: its key is in no backup.
public struct StorageLocation: Sendable {
    /// The kind of data that a location stores for a user.
    package enum Purpose: Hashable, Sendable {
        /// Changes of a profile store that the server has not acknowledged.
        case outbox
        /// The profile of a profile store.
        case profile
        /// The value of the cache with the given name.
        case cache(String)

        fileprivate var name: String {
            switch self {
            case .outbox: "outbox"
            case .profile: "profile"
            case .cache(let name): "cache \(name)"
            }
        }
    }

    /// The kind of data that belongs to the device, not to the user. No backup may transfer it to another device.
    package enum DevicePurpose: String, Hashable, Sendable {
        /// The token for push notifications.
        case push
        /// The token that identifies the device to the server at a password sign-in.
        case knownDevice = "known-device"
    }

    /// The store of the session. In each process, only one manager may use it at a time.
    public let sessions: any SessionStore

    /// A closure that returns the storage for a purpose. All storages for the same purpose have the same contents.
    package let storage: @Sendable (Purpose) -> any CacheStorage

    /// A closure that returns the storage for the device's own data, by purpose.
    package let device: @Sendable (DevicePurpose) -> any DeviceStorage

    package init(
        sessions: any SessionStore, storage: @escaping @Sendable (Purpose) -> any CacheStorage,
        device: @escaping @Sendable (DevicePurpose) -> any DeviceStorage
    ) {
        self.sessions = sessions
        self.storage = storage
        self.device = device
    }

    /// Returns the same location, with the session in the given store instead.
    public func keepingSession(in store: some SessionStore) -> StorageLocation {
        StorageLocation(sessions: store, storage: storage, device: device)
    }

    /// Returns encrypted files in the user's own folders: data in `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`),
    /// the key in `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    ///
    /// Several processes may share the session. Use all other data from one program only, and in one process at a time.
    /// - Parameter name: The location's name: server and app. Each name is a separate location.
    @available(iOS, unavailable, message: "a backup would hold data and key; use keychain(name:) of SesameApple")
    @available(tvOS, unavailable, message: "a backup would hold data and key; use keychain(name:) of SesameApple")
    @available(watchOS, unavailable, message: "a backup would hold data and key; use keychain(name:) of SesameApple")
    @available(visionOS, unavailable, message: "a backup would hold data and key; use keychain(name:) of SesameApple")
    public static func files(
        name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> StorageLocation {
        let folders = UserFolders(environment: environment)
        return .folder(folders.state, keyFile: folders.config.appendingPathComponent("key"), name: name)
    }

    /// Returns encrypted files in the given folder.
    ///
    /// The key belongs in a different folder than the data, so that a copy or backup of one folder is worthless. On iOS
    /// and related platforms, and on Android, a backup contains both, unless you exclude one of them. On Linux, the
    /// device's own data is in files that are bound to the machine's id. Other platforms have no such id, so this data
    /// is only in memory.
    /// - Parameters:
    ///   - keyFile: The key's file; the key of the session is beside it, in a file whose name ends in `.session`.
    ///   - name: The location's name, if several share the folder.
    public static func folder(_ folder: URL, keyFile: URL, name: String = "") -> StorageLocation {
        // The session has its own key, so that a key that is only missing for now is not created anew for other data.
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

    /// A new location in memory, for tests, previews and apps that must not leave data on the device. It is lost when
    /// the process ends. Copies of the value share their contents.
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

    /// Returns a location that keeps profiles, outboxes and caches in encrypted files in the given folder, all with the
    /// given key. The session and the device's own data are in the given stores.
    package static func sealed(
        in folder: URL, name: String, key: some StorageKey, sessions: some SessionStore,
        device: @escaping @Sendable (DevicePurpose) -> any DeviceStorage
    ) -> StorageLocation {
        StorageLocation(
            sessions: sessions,
            storage: { purpose in
                // The length keeps names apart: "a b" with "c" is not "a" with "b c".
                EncryptedFileCacheStorage(
                    name: "\(name.utf8.count) \(name) \(purpose.name)", folder: folder, key: key)
            }, device: device)
    }
}
