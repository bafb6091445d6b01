public import Sesame

/// An example of an app with push notifications.
public struct PushGuide: Sendable {
    /// The registrar that registers the device for push notifications.
    public let registrar: PushTokenRegistrar

    /// Creates the example with the registrar of a new client; nil if the back end has no push notifications.
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

    /// Creates the example with an existing registrar, as in tests.
    public init(_ registrar: PushTokenRegistrar) {
        self.registrar = registrar
    }

    // snippet.received
    /// Registers a new token that the push service has reported to its delegate.
    public func tokenChanged(to token: String) async {
        await registrar.didReceive(PushToken(.fcmToken, Secret(token)))
    }
    // snippet.end

    // snippet.state
    /// Returns the settings screen's text for the state of the push notifications.
    public func describe() -> String {
        switch registrar.state {
        case .registered: "On"
        case .notAsked, .denied: "Off"
        case .waitingForToken, .pending: "On as soon as you are online"
        case .failed(let code): "Not available (\(code.rawValue))"
        }
    }
    // snippet.end
}
