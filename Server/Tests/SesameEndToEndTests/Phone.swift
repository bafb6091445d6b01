import Foundation
import Sesame
import SesameCore
import SesameProviders
import SesameWire

/// An app of the SDK on a device that keeps things on its disk: made anew, it is the same app after it was killed.
struct Phone: Sendable {
    static let steps = OnboardingSteps("about", "goals", "place")

    let server: RunningServer
    let name: String
    let network: BreakableTransport
    let manager: AuthManager
    let profiles: ProfileStore
    let registrar: PushTokenRegistrar

    init(_ server: RunningServer, name: String = "phone", network: BreakableTransport = BreakableTransport()) {
        self.server = server
        self.name = name
        self.network = network
        let storage = server.storage(of: name)
        let configuration = AuthConfiguration.production(
            server: server.url, app: "couple", storage: storage, transport: network)
        guard let profileService = configuration.profiles, let pushService = configuration.pushes else {
            preconditionFailure("a server keeps profiles and sends pushes")
        }
        manager = AuthManager(configuration)
        profiles = ProfileStore(
            service: profileService(manager), auth: manager, storage: storage, steps: Self.steps)
        registrar = PushTokenRegistrar(
            service: pushService(manager), source: nil, profiles: profiles, auth: manager, storage: storage)
    }

    /// The same app after it was killed and launched again.
    func restarted() async -> Phone {
        let phone = Phone(server, name: name, network: network)
        await phone.manager.restore()
        return phone
    }

    /// Signs in with Google as that test user, and looks the profile up.
    func signIn(_ user: Int = 1) async throws -> UserAuthInfo {
        // By its credential: a second sheet within two seconds would not be shown.
        let source = MintedCredential(server: server, provider: .google, user: user)
        let signIn = try await manager.signIn(with: try await source.credential(for: manager.request(for: .signIn)))
        _ = await profiles.load(for: signIn.user)
        return signIn.user
    }

    /// Lets the registrar run during the call, as an app does while it is shown.
    func receivingPushes(_ body: () async throws -> Void) async throws {
        let run = Task { await registrar.run() }
        defer { run.cancel() }
        try await body()
    }

    /// The devices at which pushes to the person arrive.
    func devices() async throws -> [DeviceBody] {
        var request = TransportRequest(method: "GET", url: server.url.appendingPathComponent(APIRoute.devices))
        request.headers["Authorization"] = Secret("Bearer \(try await manager.accessToken().exposed)")
        request.headers["Sesame-App"] = Secret("couple")
        let response = try await network.send(request)
        return try DeviceListAnswer(json: JSONValue(parsing: response.body).object ?? [:]).devices
    }

    /// Fills fields in, and saves them.
    func save(_ fields: [String: String], at step: String? = nil) async throws -> ProfileSave {
        var draft = try await profiles.draft()
        for (name, value) in fields { draft[ProfileField.string(name)] = value }
        return try await profiles.save(draft, at: step.map { OnboardingStep(rawValue: $0) })
    }
}

/// A network that can be cut, also between a server's work and its answer.
final class BreakableTransport: HTTPTransport {
    enum Condition: Sendable {
        case works
        case isCut
        /// The server hears what is sent, nobody hears its answer.
        case losesAnswers
    }

    private let transport = URLSessionTransport()
    private let state = Locked((condition: Condition.works, requests: [String]()))

    var condition: Condition {
        get { state.withLock { $0.condition } }
        set { state.withLock { $0.condition = newValue } }
    }

    /// Method and path of all that was sent, in order.
    var requests: [String] { state.withLock { $0.requests } }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        let condition = state.withLock { state in
            state.requests.append(request.description)
            return state.condition
        }
        if condition == .isCut { throw AuthError(.offline, "the test has cut the network") }
        let response = try await transport.send(request)
        if condition == .losesAnswers { throw AuthError(.offline, "the test has lost the answer") }
        return response
    }
}
