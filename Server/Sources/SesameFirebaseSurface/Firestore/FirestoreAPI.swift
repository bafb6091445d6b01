import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The part of Firestore's REST interface that apps need for the documents of their people: `users/{uid}`, which is the
/// profile of the native API. One store, two faces: every rule is the domain's.
struct FirestoreAPI: Sendable {
    let account: AccountService
    let sessions: SessionService
    let push: PushService
    let directory: AccountDirectory
    let operators: OperatorService
    let environment: SesameAccounts.Environment
    let door: RPCDoor
    let log: SecurityLog
    let transactions = TransactionTable()

    /// The vendor's host, which some clients put before the path.
    static let hostPrefix = "/firestore.googleapis.com"
    /// The path of the full client SDKs' streams, which speak another protocol.
    private static let streams = "/google.firestore.v1.Firestore/{method...}"

    /// The surface with all routes, each with and without the host before it.
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

    /// Runs an operation; a refusal becomes the error of the protocol.
    ///
    /// - Parameter isStream: True if the answer is an array, in which an error stands as well.
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

    /// Runs a call on a database.
    ///
    /// - Parameter scope: What a back end's key has to be good for.
    func answer(
        _ request: HTTPRequest, _ path: PathParameters, isStream: Bool = false, scope: AdminScope = .usersRead,
        _ operation: (FirestoreCall) async throws(RPCError) -> JSONValue
    ) async -> HTTPResponse {
        await answer(request, isStream: isStream) { () async throws(RPCError) in
            let project = path["project"] ?? ""
            guard let app = door.app(project) else {
                throw RPCError(.permissionDenied, "There is no such project, or it is not served here.")
            }
            guard path["database"]?.hasSameBytes(as: DatabaseName.standard) == true else {
                throw RPCError(.notFound, "the project has one database: \(DatabaseName.standard)")
            }
            let backEnd = try await door.backEnd(request, app, scope)
            return try await operation(
                FirestoreCall(
                    request: request, app: app, database: DatabaseName(project: project),
                    caller: backEnd == nil ? try await door.caller(request, of: app) : nil, backEnd: backEnd))
        }
    }

    /// Asks the domain.
    func domain<Value>(
        _ operation: () async throws(Refusal) -> Value
    ) async throws(RPCError) -> Value {
        do throws(Refusal) {
            return try await operation()
        } catch {
            throw RPCError(error)
        }
    }
}

/// A call on a database of documents.
struct FirestoreCall: Sendable {
    let request: HTTPRequest
    let app: App
    let database: DatabaseName
    /// Nil where it comes without a token, or from a back end.
    let caller: Caller?
    /// The context of a back end's call, for its events; nil for others. A back end may see and change everybody's
    /// documents.
    let backEnd: RequestContext?

    /// Returns the caller if the document is theirs; otherwise throws permission denied. This is the whole rule, the
    /// same for other users' documents and for those that do not exist.
    func owner(of document: DocumentName) throws(RPCError) -> Caller {
        guard let caller, let user = document.user,
            caller.session.account.description.hasSameBytes(as: user)
        else { throw .denied }
        return caller
    }

    /// The body; an empty one says nothing.
    func body(allowing names: [String]) throws(RPCError) -> JSONObject {
        guard !request.body.isEmpty else { return [:] }
        let body: JSONValue
        do throws(JSONError) {
            body = try JSONValue(parsing: request.body, limits: RoutePolicy.firestoreLimits)
        } catch {
            throw .invalid("Invalid JSON payload received. \(error)")
        }
        guard case .object(let object) = body else { throw .invalid("Invalid JSON payload received. No object.") }
        for member in object.members where !(names + ["database"]).contains(where: { $0.hasSameBytes(as: member.name) })
        {
            throw .invalid(
                "Invalid JSON payload received. A member is unknown; known are \(names.joined(separator: ", ")).")
        }
        return object
    }

    /// The transaction that a body names.
    func transaction(_ json: JSONValue?) throws(RPCError) -> [UInt8]? {
        guard let json else { return nil }
        guard case .bytes(let id) = try FirestoreValue(["bytesValue": json]) else {
            throw .invalid("'transaction' is base64")
        }
        return id.isEmpty ? nil : id
    }
}

extension RoutePolicy {
    /// Web clients send JSON as plain text, which spares them a request beforehand.
    static let firestore = RoutePolicy(
        maximumBody: firestoreLimits.bytes, contentTypes: ["application/json", "text/plain"], isBodyOptional: true,
        allowsRepeatedQueryParameters: true)

    /// Each level of a document is three of its JSON.
    fileprivate static let firestoreLimits = JSONLimits(bytes: 262_144, depth: 80, members: 2_048)
}

extension RPCError {
    fileprivate static let streams = RPCError(
        .unimplemented,
        "Firestore's streams are not served here; documents are, over REST and by firebase/firestore/lite")

    /// A refusal by the HTTP layer, before a route was reached.
    init(_ problem: HTTPProblem) {
        let status = Int(problem.status.code)
        self.init(RPCStatus(http: status), problem.detail, http: status)
        retryAfter = problem.retryAfter
    }

    /// The error as an answer of its own.
    var response: HTTPResponse { response(json) }
}
