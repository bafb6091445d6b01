#if canImport(Security)
    import Foundation
    import Sesame

    extension KeychainSessionStore {
        /// Creates a store in the system's Keychain for this program alone. An extension has its own store under the
        /// same name, even if both can read the same items.
        ///
        /// - Parameters:
        ///   - name: The session's name: server and app. Each name has its own session.
        ///   - onReinstall: The policy for a session that is older than the installation.
        ///   - unlockReason: The text of the system's prompt to unlock the session by face, fingerprint or passcode,
        ///     once in each run of the app; nil for no lock. On a device without a passcode nothing is locked.
        public init(name: String, onReinstall: ReinstallPolicy = .keep, unlockReason: String? = nil) {
            let name = "\(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName) \(name)"
            self.init(
                name: name, folder: URL.applicationSupportDirectory.appending(path: "sesame"), accessGroup: nil,
                onReinstall: onReinstall,
                lock: unlockReason.map { .named(name, SystemPersonalKey(service: "sesame-lock \(name)", reason: $0)) }
            ) { _ in .inProcess(named: "keychain \(name)") }
        }

        /// Creates a store in the system's Keychain that an app shares with its extensions.
        ///
        /// - Parameters:
        ///   - name: The session's name: server and app. Each name has its own session.
        ///   - sharing: The groups of the app and its extensions.
        ///   - onReinstall: The policy for a session that is older than the installation.
        public init(name: String, sharing: SessionSharing, onReinstall: ReinstallPolicy = .keep) {
            self.init(name: name, folder: sharing.folder, accessGroup: sharing.accessGroup, onReinstall: onReinstall) {
                .files(in: sharing.folder, name: $0).awake
            }
        }

        private init(
            name: String, folder: URL, accessGroup: String?, onReinstall: ReinstallPolicy, lock: SessionLock? = nil,
            locks: (_ file: String) -> StoreLocks
        ) {
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "session"
            self.init(
                items: SystemKeychain(service: "sesame \(name)", accessGroup: accessGroup),
                marker: .file(folder.appending(path: "\(file).installed")), onReinstall: onReinstall,
                locks: locks(file),
                lock: lock)
        }
    }

    /// The groups through which an app and its extensions share one session.
    public struct SessionSharing: Sendable {
        /// The group of the entitlement `keychain-access-groups`, with the team's prefix.
        public let accessGroup: String

        let folder: URL

        /// Creates the groups; returns nil on iOS if the app is not entitled to the app group. macOS does not report a
        /// missing entitlement.
        ///
        /// - Parameter appGroup: The group of the entitlement `com.apple.security.application-groups`. The app and its
        ///   extensions share its folder, which contains the session's file locks.
        public init?(accessGroup: String, appGroup: String) {
            guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup) else {
                return nil
            }
            self.accessGroup = accessGroup
            self.folder = folder.appending(path: "sesame")
        }
    }
#endif
