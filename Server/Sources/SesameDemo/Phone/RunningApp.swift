import Foundation
import Sesame
import SesameAppwrite
import SesameCore

/// An app from its launch to its end: made of the SDK's parts as any app is, from nothing but what is on the disk.
@MainActor final class RunningApp {
    let manager: AuthManager
    let profiles: ProfileStore
    let registrar: PushTokenRegistrar
    let state: AppState
    let network: Network
    private var tasks: [Task<Void, Never>] = []

    init(_ app: PhoneApp, server: URL, disk: URL, clock: AuthClock, network: Network) {
        let files = disk.appendingPathComponent("files")
        let keys = disk.appendingPathComponent("keys")
        func storage(_ name: String) -> EncryptedFileCacheStorage {
            EncryptedFileCacheStorage(name: name, folder: files, keyFile: keys.appendingPathComponent("cache"))
        }
        self.network = network
        let store = EncryptedFileSessionStore(
            name: "session", folder: files, keyFile: keys.appendingPathComponent("session"))
        let pushes: any PushTokenService
        if let project = app.appwriteProject {
            let project = AppwriteProject(
                endpoint: server.appendingPathComponent("v1"), id: project, client: "appwrite-ios://example.\(app.id)")
            manager = AuthManager(
                service: AppwriteAuthService(project: project, server: .sesame, transport: network), store: store, clock: clock)
            pushes = AppwritePushTokenService(project: project, auth: manager, transport: network)
        } else {
            manager = AuthManager(
                service: SesameAuthService(server: server, app: app.id, transport: network), store: store, clock: clock)
            pushes = SesamePushTokenService(server: server, app: app.id, auth: manager, transport: network)
        }
        profiles = ProfileStore(
            service: SesameProfileService(server: server, app: app.id, auth: manager, transport: network),
            auth: manager, outbox: storage("outbox"), cache: UserCache(storage: storage("profile"), clock: clock),
            steps: app.steps, clock: clock)
        registrar = PushTokenRegistrar(
            service: pushes, source: nil, profiles: profiles, auth: manager,
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
