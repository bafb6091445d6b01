public import Foundation
public import Sesame

/// An app that gets pushes.
public struct PushGuide: Sendable {
    /// What registers the device.
    public let registrar: PushTokenRegistrar

    /// The parts, made once.
    public init(server: URL, auth: AuthManager, profiles: ProfileStore, source: some PushTokenSource) {
        // snippet.make
        let registrar = PushTokenRegistrar(
            service: SesamePushTokenService(server: server, app: "prysm", auth: auth), source: source,
            profiles: profiles, auth: auth, storage: EncryptedFileDeviceStorage(name: "prysm push"))
        // In the first view: .task { await registrar.run() }
        //                    .task { await registrar.follow(profiles.snapshots) }
        // snippet.end
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
