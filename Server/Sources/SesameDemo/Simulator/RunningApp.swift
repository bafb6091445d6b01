import Foundation
import Sesame

/// A running app from launch to termination, built from the SDK's public parts, with only the data on the disk.
@MainActor final class RunningApp {
    let network: Network
    private let client: SesameClient
    private var running: Task<Void, Never>?

    init(_ app: PhoneApp, at venue: DemoServer, disk: URL, clock: AuthClock, network: Network) {
        self.network = network
        let place = AppEnvironment(
            server: venue.server,
            storage: .folder(
                disk.appendingPathComponent("files"), keyFile: disk.appendingPathComponent("keys/key")),
            network: network, clock: clock)
        client = SesameClient(
            venue.client.configuration(of: app, in: place),
            onboarding: app.steps.map { .steps($0) } ?? .form)
    }

    var manager: AuthManager { client.auth }
    var profiles: ProfileStore { client.profiles }
    var registrar: PushTokenRegistrar? { client.pushes }
    var state: AppState { client.state }

    /// Starts the client, which runs until ``kill()``.
    func start() {
        running = Task { [client] in await client.run() }
    }

    /// Terminates the app at once. The network is cut, so that results of pending work are discarded.
    func kill() {
        network.isCut = true
        running?.cancel()
        running = nil
    }
}
