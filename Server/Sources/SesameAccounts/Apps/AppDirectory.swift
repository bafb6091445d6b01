import SesameWire

/// The apps of a server, found by id, host name, or Firebase or Appwrite project.
package struct AppDirectory: Sendable {
    package let apps: [AppID: App]
    package let providers: ProviderDirectory
    private let byHost: [String: AppID]
    private let fallback: AppID?
    private let ofTheContract: AppID?

    /// Creates a directory. If several apps have the same id or host name, the first one is found.
    ///
    /// - Parameters:
    ///   - fallback: The app for requests that specify none; if nil, the only app, or none if there are several.
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

    /// The app with the id; nil if there is none.
    package subscript(id: AppID) -> App? { apps[id] }

    /// Returns the supported provider with the name; nil if the server does not support it.
    package func provider(named name: String) -> Provider? { providers.provider(named: name) }

    /// Returns the app whose configured hosts contain the host name; nil if there is none.
    package func app(host: String) -> App? {
        byHost[host].flatMap { apps[$0] }
    }

    package var hasPasswords: Bool { apps.values.contains { $0.passwords != nil } }

    /// The app for requests that specify none: the configured fallback, or else the only app.
    package var defaultApp: App? { fallback.flatMap { apps[$0] } }

    /// The app for contract requests that specify none: the one marked with ``IDTokenExchangeSettings/isDefault``, else
    /// the only app with a contract, else ``defaultApp``.
    package var contractApp: App? { ofTheContract.flatMap { apps[$0] } }

    package func app(firebaseProject id: String) -> App? {
        apps.values.first { $0.firebase?.projectID.hasSameBytes(as: id) == true }
    }

    /// Returns the app whose Firebase project has the API key; nil if the key is unknown.
    package func app(firebaseKey key: String) -> App? {
        apps.values.first { $0.firebase?.apiKeys.contains { $0.hasSameBytes(as: key) } == true }
    }

    /// The app that an emulator uses for every project id: the fallback app if it has a Firebase project, else the
    /// first app with one, by id.
    package var firebaseApp: App? {
        let own = apps.values.filter { $0.firebase != nil }.sorted { $0.id.description < $1.id.description }
        return own.first { $0.id == fallback } ?? own.first
    }
}
