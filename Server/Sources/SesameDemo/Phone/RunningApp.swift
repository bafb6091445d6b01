import Foundation
import Sesame
import SesameCore

/// An app from its launch to its end: made of the SDK's parts as any app is, from nothing but what is on the disk.
@MainActor final class RunningApp {
    let manager: AuthManager
    let profiles: ProfileStore
    let registrar: PushTokenRegistrar
    let state: AppState
    let network: Network
    private var tasks: [Task<Void, Never>] = []

    init(_ app: PhoneApp, at venue: Venue, disk: URL, clock: AuthClock, network: Network) {
        let services = venue.client.services(app, at: venue.server, by: network)
        let files = disk.appendingPathComponent("files")
        let keys = disk.appendingPathComponent("keys")
        func storage(_ name: String) -> EncryptedFileCacheStorage {
            EncryptedFileCacheStorage(name: name, folder: files, keyFile: keys.appendingPathComponent("cache"))
        }
        self.network = network
        manager = AuthManager(
            service: services.accounts,
            store: EncryptedFileSessionStore(
                name: "session", folder: files, keyFile: keys.appendingPathComponent("session")),
            clock: clock)
        profiles = ProfileStore(
            service: services.profiles(manager), auth: manager, outbox: storage("outbox"),
            cache: UserCache(storage: storage("profile"), clock: clock),
            steps: app.steps, clock: clock)
        registrar = PushTokenRegistrar(
            service: services.pushes(manager), source: nil, profiles: profiles, auth: manager,
            storage: EncryptedFileDeviceStorage(
                name: "push", folder: files, keyFile: keys.appendingPathComponent("device")),
            clock: clock)
        state = AppState(
            auth: manager, profiles: profiles, cache: UserCache(storage: storage("onboarding"), clock: clock))
    }

    /// Lets the parts work as long as the app is shown.
    func start() {
        tasks = [
            Task { [state] in await state.run() }, Task { [profiles] in await profiles.run() },
            Task { [registrar] in await registrar.run() },
            Task { [registrar, profiles] in await registrar.follow(profiles.snapshots) },
        ]
    }

    /// Ends all of it at once. What it has begun reaches nobody any more.
    func kill() {
        network.isCut = true
        for task in tasks { task.cancel() }
        tasks = []
    }
}
