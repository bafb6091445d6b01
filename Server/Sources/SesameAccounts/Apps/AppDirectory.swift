/// All apps of a server.
public struct AppDirectory: Sendable {
    /// The apps, by name.
    public let apps: [AppID: App]
    private let byHost: [String: AppID]
    private let fallback: AppID?

    /// Makes a directory.
    ///
    /// - Parameter fallback: The app of requests that name none. With one app it is that app.
    public init(_ apps: [App], fallback: AppID? = nil) {
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
        byHost = Dictionary(apps.flatMap { app in app.hosts.map { ($0, app.id) } }) { first, _ in first }
        self.fallback = fallback ?? (apps.count == 1 ? apps.first?.id : nil)
    }

    /// The app of that name.
    public subscript(id: AppID) -> App? { apps[id] }

    /// The app that a host name stands for.
    public func app(host: String) -> App? {
        byHost[host].flatMap { apps[$0] }
    }

    /// The app of requests that name none.
    public var fallbackApp: App? { fallback.flatMap { apps[$0] } }

    /// The app of contract requests that name none: the default one, else the only one, else ``fallbackApp``.
    public var contractApp: App? {
        let candidates = apps.values.filter { $0.contract != nil }
        return candidates.first { $0.contract?.isDefault == true }
            ?? (candidates.count == 1 ? candidates.first : fallbackApp)
    }
}
