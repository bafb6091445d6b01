import SesameWire

/// All apps of a server.
package struct AppDirectory: Sendable {
    /// The apps, by name.
    package let apps: [AppID: App]
    /// The identity providers that this server supports.
    package let providers: ProviderDirectory
    private let byHost: [String: AppID]
    private let fallback: AppID?
    private let ofTheContract: AppID?

    /// Creates a directory.
    ///
    /// - Parameters:
    ///   - fallback: The app of requests that name none. With a single app it is that app.
    ///   - providers: The identity providers that this server supports.
    package init(_ apps: [App], fallback: AppID? = nil, providers: ProviderDirectory = .builtIn) {
        self.providers = providers
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
        byHost = Dictionary(apps.flatMap { app in app.hosts.map { ($0, app.id) } }) { first, _ in first }
        self.fallback = fallback ?? (apps.count == 1 ? apps.first?.id : nil)
        let candidates = apps.filter { $0.contract != nil }
        ofTheContract =
            candidates.first { $0.contract?.isDefault == true }?.id
            ?? (candidates.count == 1 ? candidates.first?.id : self.fallback)
    }

    /// The app with that name.
    package subscript(id: AppID) -> App? { apps[id] }

    /// Returns the provider with that name; nil if it is unknown.
    package func provider(named name: String) -> Provider? { providers.provider(named: name) }

    /// Returns the app identified by a host name.
    package func app(host: String) -> App? {
        byHost[host].flatMap { apps[$0] }
    }

    /// True if any app allows passwords.
    package var hasPasswords: Bool { apps.values.contains { $0.passwords != nil } }

    /// The app of requests that name none.
    package var defaultApp: App? { fallback.flatMap { apps[$0] } }

    /// The app of contract requests that name none: the one marked with ``IDTokenExchangeSettings/isDefault``, else the
    /// only app with a contract, else ``defaultApp``.
    package var contractApp: App? { ofTheContract.flatMap { apps[$0] } }

    package func app(firebaseProject id: String) -> App? {
        apps.values.first { $0.firebase?.projectID.hasSameBytes(as: id) == true }
    }

    /// Returns the app with that Firebase API key.
    package func app(firebaseKey key: String) -> App? {
        apps.values.first { $0.firebase?.apiKeys.contains { $0.hasSameBytes(as: key) } == true }
    }

    /// The app that serves any project of an emulator: the fallback app if it has a Firebase project, else the first
    /// app with one.
    package var firebaseApp: App? {
        let own = apps.values.filter { $0.firebase != nil }.sorted { $0.id.description < $1.id.description }
        return own.first { $0.id == fallback } ?? own.first
    }
}
