#if canImport(Security)
    import Foundation
    import Sesame

    extension KeychainSessionStore {
        /// A store in the system's Keychain.
        /// - Parameters:
        ///   - name: What the session is for, for example the app's name at the server. Different names, different
        ///     sessions.
        ///   - sharing: What an app shares its session by; nil keeps it to this process.
        ///   - survivors: What becomes of a session that is older than the installation.
        public init(name: String, sharing: SessionSharing? = nil, survivors: SurvivingSession = .keep) {
            let folder = sharing?.folder ?? URL.applicationSupportDirectory.appending(path: "sesame")
            let file = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "session"
            self.init(
                items: SystemKeychain(service: "sesame \(name)", accessGroup: sharing?.accessGroup),
                marker: .file(folder.appending(path: "\(file).installed")), survivors: survivors,
                locks: sharing == nil ? .inProcess() : .files(in: folder, name: file).awake)
        }
    }

    /// What an app and its extensions share one session by.
    public struct SessionSharing: Sendable {
        /// The group of the entitlement `keychain-access-groups`, with the team's prefix.
        public let accessGroup: String

        let folder: URL

        /// Shares the session. Nil when the app is not entitled to the app group.
        /// - Parameter appGroup: The group of the entitlement `com.apple.security.application-groups`, in whose folder
        ///   the processes lock one another out of a refresh.
        public init?(accessGroup: String, appGroup: String) {
            guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup) else {
                return nil
            }
            self.accessGroup = accessGroup
            self.folder = folder.appending(path: "sesame")
        }
    }
#endif
