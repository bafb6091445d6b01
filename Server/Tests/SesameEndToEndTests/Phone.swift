import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire

/// An app with the SDK on a device with a disk. A new instance with the same name is the app after a restart.
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

    /// Returns the same app after it was killed and relaunched.
    func restarted() async -> Phone {
        let phone = Phone(server, name: name, network: network)
        await phone.manager.restore()
        return phone
    }

    /// Signs in with Google as the test user with the given number, and loads the profile.
    func signIn(_ user: Int = 1) async throws -> UserAuthInfo {
        // The sign-in uses a credential, because a second sheet within two seconds would not be shown.
        let source = MintedCredential(server: server, provider: .google, user: user)
        let signIn = try await manager.signIn(with: try await source.credential(for: manager.request(for: .signIn)))
        _ = await profiles.load(for: signIn.user)
        return signIn.user
    }

    /// Runs the push registrar until the closure returns, as an app does in the foreground.
    func receivingPushes(_ body: () async throws -> Void) async throws {
        let run = Task { await registrar.run() }
        defer { run.cancel() }
        try await body()
    }

    /// Returns the devices that receive the signed-in user's pushes, as the server lists them.
    func devices() async throws -> [DeviceBody] {
        var request = TransportRequest(method: "GET", url: server.url.appendingPathComponent(APIRoute.devices))
        request.headers["Authorization"] = Secret("Bearer \(try await manager.accessToken().exposed)")
        request.headers["Sesame-App"] = Secret("couple")
        let response = try await network.send(request)
        return try DeviceListResponse(json: JSONValue(parsing: response.body).object ?? [:]).devices
    }

    /// Sets text fields of the profile and saves it, as the given step of the onboarding.
    func save(_ fields: [String: String], at step: String? = nil) async throws -> ProfileSaveResult {
        var draft = try await profiles.draft()
        for (name, value) in fields { draft[ProfileField.string(name)] = value }
        return try await profiles.save(draft, at: step.map { OnboardingStep(rawValue: $0) })
    }
}

/// A network that a test can cut, either before the server gets a request or before its response arrives.
final class BreakableTransport: HTTPTransport {
    enum Condition: Sendable {
        case works
        case isCut
        /// Requests arrive at the server, but its responses are lost.
        case losesAnswers
    }

    private let transport = URLSessionTransport()
    private let state = Locked((condition: Condition.works, requests: [String]()))

    var condition: Condition {
        get { state.withLock { $0.condition } }
        set { state.withLock { $0.condition = newValue } }
    }

    /// The method and path of all requests, in order.
    var requests: [String] { state.withLock { $0.requests } }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        let condition = state.withLock { state in
            state.requests.append(request.description)
            return state.condition
        }
        if condition == .isCut { throw AuthError(.offline, "the test has disconnected the network") }
        let response = try await transport.send(request)
        if condition == .losesAnswers { throw AuthError(.offline, "the test has lost the answer") }
        return response
    }
}
