public import Sesame

/// An app that gets pushes.
public struct PushGuide: Sendable {
    /// The registrar of the device.
    public let registrar: PushTokenRegistrar

    /// The registrar of the app's client; nil where the back end has no pushes.
    @MainActor public init?(
        _ configuration: AuthConfiguration, source: some PushTokenSource
    ) {
        // snippet.make
        let client = SesameClient(configuration, pushTokens: source)
        // client.pushes is the registrar.
        // snippet.end
        guard let registrar = client.pushes else { return nil }
        self.registrar = registrar
    }

    /// The same over a registrar that is there.
    public init(_ registrar: PushTokenRegistrar) {
        self.registrar = registrar
    }

    // snippet.received
    /// The push service's delegate.
    public func tokenChanged(to token: String) async {
        await registrar.received(PushToken(.fcmToken, Secret(token)))
    }
    // snippet.end

    // snippet.state
    /// A line in the settings.
    public func describe() -> String {
        switch registrar.state {
        case .registered: "On"
        case .notAsked, .denied: "Off"
        case .waitingForToken, .pending: "On as soon as there is a network"
        case .failed(let code): "Not now (\(code.rawValue))"
        }
    }
    // snippet.end
}
