import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The part of Firestore's REST API that apps need for user documents: `users/{uid}`, which is the profile of the
/// native API. Both APIs share one store and the domain's rules.
struct FirestoreAPI: Sendable {
    let account: AccountService
    let sessions: SessionService
    let push: PushService
    let directory: AccountDirectory
    let operators: OperatorService
    let environment: SesameAccounts.RuntimeEnvironment
    let door: RPCAuthenticator
    let log: SecurityLog
    let transactions = TransactionTable()

    /// Firestore's host name, which some clients put before the path.
    static let hostPrefix = "/firestore.googleapis.com"
    /// The path of the streaming RPCs of the full client SDKs, which are not supported.
    private static let streams = "/google.firestore.v1.Firestore/{method...}"

    /// Returns the surface with all routes, each with and without the host as a prefix.
    func surface(cors: CORSPolicy) -> Surface {
        Surface(
            name: "firestore", contract: .vendor, prefixes: [Self.hostPrefix],
            routes: ["", Self.hostPrefix].flatMap { routes(below: $0) }, cors: cors,
            renderProblem: { problem, _ in RPCError(problem).response })
    }

    private func routes(below base: String) -> [Route] {
        let documents = "\(base)/v1/projects/{project}/databases/{database}/documents"
        let streams = [HTTPMethod.GET, .POST].map { method in
            Route(method, base + Self.streams, takes: .none, policy: .firestore) { request, _ in
                await answer(request) { () async throws(RPCError) in throw .streams }
            }
        }
        return documentRoutes(documents) + methodRoutes(documents) + streams
    }

    /// Runs an operation and returns its result or its error as the response.
    ///
    /// - Parameter isStream: True if the response is an array. An error is then an element of the array.
    func answer(
        _ request: HTTPRequest, isStream: Bool = false,
        _ operation: () async throws(RPCError) -> JSONValue
    ) async -> HTTPResponse {
        do throws(RPCError) {
            return .json(try await operation().serialized())
        } catch {
            if let refusal = error.refusal { log.refused(refusal, request) }
            return error.response(isStream ? .array([error.json]) : error.json)
        }
    }

    /// Runs an operation on a project's database for the request's caller. Responds with an error if the server has no
    /// such project or database.
    ///
    /// - Parameter scope: The scope that a back end's key needs.
    func answer(
        _ request: HTTPRequest, _ path: PathParameters, isStream: Bool = false, scope: AdminScope = .usersRead,
        _ operation: (FirestoreCall) async throws(RPCError) -> JSONValue
    ) async -> HTTPResponse {
        await answer(request, isStream: isStream) { () async throws(RPCError) in
            let project = path["project"] ?? ""
            guard let app = door.app(project) else {
                throw RPCError(.permissionDenied, "The project does not exist, or this server does not serve it.")
            }
            guard path["database"]?.hasSameBytes(as: DatabaseName.standard) == true else {
                throw RPCError(.notFound, "unknown database; the project's only database is \(DatabaseName.standard)")
            }
            let backEnd = try await door.backEnd(request, app, scope)
            return try await operation(
                FirestoreCall(
                    request: request, app: app, database: DatabaseName(project: project),
                    caller: backEnd == nil ? try await door.caller(request, of: app) : nil, backEnd: backEnd))
        }
    }

    /// Calls the domain and converts its refusal to an RPC error.
    func domain<Value>(
        _ operation: () async throws(AccountError) -> Value
    ) async throws(RPCError) -> Value {
        do throws(AccountError) {
            return try await operation()
        } catch {
            throw RPCError(error)
        }
    }
}

/// A call to a Firestore database, with the app and the caller.
struct FirestoreCall: Sendable {
    let request: HTTPRequest
    let app: App
    let database: DatabaseName
    /// The signed-in caller; nil if the call has no token or comes from a back end.
    let caller: Caller?
    /// The context of a back end's call, for its events; nil for other calls. A back end may read and change all users'
    /// documents.
    let backEnd: RequestContext?

    /// Returns the caller if the document is the caller's own; otherwise throws permission denied. The error is the
    /// same for another user's document and for a document that does not exist.
    func owner(of document: DocumentName) throws(RPCError) -> Caller {
        guard let caller, let user = document.user,
            caller.session.account.description.hasSameBytes(as: user)
        else { throw .denied }
        return caller
    }

    /// Returns the body's JSON object; an empty object if there is no body. Throws if the body is not a JSON object, or
    /// if it has a member other than `database` and those in `names`.
    func body(allowing names: [String]) throws(RPCError) -> JSONObject {
        guard !request.body.isEmpty else { return [:] }
        let body: JSONValue
        do throws(JSONError) {
            body = try JSONValue(parsing: request.body, limits: RoutePolicy.firestoreLimits)
        } catch {
            throw .invalid("Invalid JSON payload received. \(error)")
        }
        guard case .object(let object) = body else {
            throw .invalid("Invalid JSON payload received. The body must be an object.")
        }
        for member in object.members where !(names + ["database"]).contains(where: { $0.hasSameBytes(as: member.name) })
        {
            throw .invalid(
                "Invalid JSON payload received. Unknown member; the known members are \(names.joined(separator: ", "))."
            )
        }
        return object
    }

    /// Decodes a transaction id from base64; nil if it is missing or empty.
    func transaction(_ json: JSONValue?) throws(RPCError) -> [UInt8]? {
        guard let json else { return nil }
        guard case .bytes(let id) = try FirestoreValue(["bytesValue": json]) else {
            throw .invalid("'transaction' must be base64")
        }
        return id.isEmpty ? nil : id
    }
}

extension RoutePolicy {
    /// The policy of Firestore routes. Web clients send JSON as plain text, which avoids a preflight request.
    static let firestore = RoutePolicy(
        maxBodyBytes: firestoreLimits.bytes, contentTypes: ["application/json", "text/plain"], isBodyOptional: true,
        allowsRepeatedQueryParameters: true)

    /// The size limits of a request body. One level of a Firestore document takes three levels of JSON.
    fileprivate static let firestoreLimits = JSONLimits(bytes: 262_144, depth: 80, members: 2_048)
}

extension RPCError {
    fileprivate static let streams = RPCError(
        .unimplemented,
        "Firestore's streams are not supported; access documents over REST or with firebase/firestore/lite")

    /// Converts an error of the HTTP layer, which occurred outside the route's handler.
    init(_ problem: HTTPError) {
        let status = Int(problem.status.code)
        self.init(RPCStatus(http: status), problem.detail, http: status)
        retryAfter = problem.retryAfter
    }

    var response: HTTPResponse { response(json) }
}
