import Foundation
import Logging
import NIOHTTP1
public import SesameCore
import SesameHTTP
import SesameSQLite
import SesameServerRig
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameFirebaseSurface
@testable import SesameSurface

/// A rig that serves Firestore documents and callable functions from a real database.
final class FirestoreRig {
    let accounts: Services
    let app: App
    private let router: Router
    private let rig: ServerRig
    private var storage: SQLiteStorage { rig.storage }

    init() async throws {
        rig = try await ServerRig()
        let accounts = rig.accounts
        let app = App(id: try #require(AppID("couple")), allowsAnonymous: true, profile: Self.profile)
        let strict = App(
            id: try #require(AppID("strict")), allowsAnonymous: true,
            profile: ProfileSchema(fields: [ProfileFieldDefinition("name")], providers: [.apple]))
        let apps = AppDirectory([app, strict])
        let door = RPCAuthenticator(
            app: { project in AppID(project).flatMap { apps[$0] } },
            caller: { token, app throws(AccountError) in
                try await accounts.sessions.authenticate(token, app: app, apps: apps)
            })
        let log = SecurityLog(logger: Logger(label: "test"))
        router = Router(surfaces: [
            FirestoreAPI(
                account: accounts.account, sessions: accounts.sessions, push: accounts.push,
                directory: accounts.directory, operators: accounts.operators, environment: accounts.environment,
                door: door, log: log
            ).surface(cors: .none),
            FunctionsAPI(
                functions: CallableFunctions(push: accounts.push), projects: ["couple", "strict"], door: door, log: log
            ).surface(cors: .none),
        ])
        self.accounts = accounts
        self.app = app
    }

    /// A profile schema with fields owned by the server, a provider and the user, and an onboarding.
    static let profile = ProfileSchema(
        fields: [
            ProfileFieldDefinition("id", owner: .server, source: .uid),
            ProfileFieldDefinition("email", owner: .provider, source: .email),
            ProfileFieldDefinition("name"), ProfileFieldDefinition("age", .integer()),
            ProfileFieldDefinition("height", .number()),
            ProfileFieldDefinition("birthDate", .date), ProfileFieldDefinition("goals", .strings, initial: []),
            ProfileFieldDefinition("place", .object([.init("city", .string()), .init("latitude", .number())])),
            ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
            ProfileFieldDefinition("createdAt", .date, owner: .server, source: .createdAt),
            ProfileFieldDefinition("updatedAt", .date, owner: .server, source: .updatedAt),
            ProfileFieldDefinition("onboardingInProgress", .bool, owner: .server, source: .onboardingInProgress),
            ProfileFieldDefinition("onboardingStep", owner: .server, source: .onboardingStep),
        ],
        required: ["name"], onboarding: OnboardingPlan(steps: ["aboutYou", "goals"]))

    func advance(by seconds: Double) { rig.advance(by: seconds) }

    func guest(_ app: String = "couple") async throws -> FirestoreGuest {
        let id = try #require(AppID(app))
        let chosen = id == self.app.id ? self.app : App(id: id, allowsAnonymous: true)
        let result = try await accounts.signIn.signInAnonymously(to: chosen, context: RequestContext(requestID: "test"))
        let tokens = try accounts.sessions.tokens(for: result.session, in: AppDirectory([chosen]))
        return FirestoreGuest(
            rig: self, project: app, uid: result.view.account.id.description, token: tokens.accessToken.exposed)
    }

    func send(
        _ method: HTTPMethod, _ target: String, _ body: JSONValue? = nil, token: String? = nil,
        type: String = "application/json"
    ) async throws -> FirestoreAnswer {
        var headers = HTTPHeaders([("Host", "127.0.0.1:8080")])
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        if body != nil { headers.add(name: "Content-Type", value: type) }
        let request = try HTTPRequest(
            method: method, target: target, headers: headers, body: body?.serialized() ?? [])
        let response = await router.answer(request)
        return FirestoreAnswer(
            status: Int(response.status.code), headers: response.headers,
            json: try JSONValue(parsing: response.body, limits: JSONLimits(depth: 80)))
    }
}

struct FirestoreAnswer {
    let status: Int
    let headers: HTTPHeaders
    let json: JSONValue

    /// The error's status, such as `NOT_FOUND`; nil for a success. A method that responds with an array also wraps its
    /// error in one.
    var error: String? { (json["error"] ?? json.array?.first?["error"])?["status"]?.string }
    var message: String { (json["error"] ?? json.array?.first?["error"])?["message"]?.string ?? "" }
}

/// A guest with a session in a Firebase project.
struct FirestoreGuest {
    let rig: FirestoreRig
    let project: String
    let uid: String
    let token: String

    var root: String { "projects/\(project)/databases/(default)/documents" }
    var name: String { "\(root)/users/\(uid)" }

    func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> FirestoreAnswer {
        try await rig.send(method, "/v1/\(path)", body, token: token)
    }

    func call(_ method: String, _ body: JSONValue) async throws -> FirestoreAnswer {
        try await send(.POST, "\(root):\(method)", body)
    }

    func document() async throws -> JSONValue {
        let answer = try await send(.GET, name)
        #expect(answer.status == 200, "\(answer.message)")
        return answer.json
    }

    func fields() async throws -> JSONValue { try await document()["fields"] ?? .null }

    /// Returns a Firestore write that updates fields, with a field mask unless `whole` is true.
    func write(
        _ fields: JSONObject, mask: [String]? = nil, whole: Bool = false, transforms: [JSONValue] = [],
        condition: JSONValue? = nil, to name: String? = nil
    ) -> JSONValue {
        var write: JSONObject = ["update": ["name": .string(name ?? self.name), "fields": .object(fields)]]
        if !whole {
            let paths = mask ?? fields.members.map(\.name)
            write["updateMask"] = ["fieldPaths": .array(paths.map { .string($0) })]
        }
        if !transforms.isEmpty { write["updateTransforms"] = .array(transforms) }
        write["currentDocument"] = condition
        return .object(write)
    }

    func commit(_ writes: JSONValue..., transaction: JSONValue? = nil) async throws -> FirestoreAnswer {
        var body: JSONObject = ["writes": .array(writes)]
        body["transaction"] = transaction
        return try await call("commit", .object(body))
    }

    func devices() async throws -> [Device] {
        let caller = try await rig.accounts.sessions.authenticate(
            Secret(token), app: rig.app, apps: AppDirectory([rig.app]))
        return try await rig.accounts.push.devices(of: caller)
    }
}

extension JSONValue: @retroactive ExpressibleByFloatLiteral {
    /// Creates a number from a floating-point literal; null if the literal is not finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map { .number($0) } ?? .null
    }
}
