import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens

/// What the surfaces of Firebase's dialect share: which app a request is about, who makes it, and the form of answers.
struct FirebaseAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let publicURL: String
    /// The codes that were sent, where the server stands in for Firebase's emulator; nil everywhere else.
    let emulated: FirebaseEmulatorCodes?
    /// Whether an admin key is good at this address: not where the operator has one of their own.
    let takesAdminKeys: Bool
    let log: SecurityLog

    /// Paths that no route knows are answered in this dialect's form below these.
    static let prefixes = [
        "/identitytoolkit.googleapis.com", "/securetoken.googleapis.com", "/www.googleapis.com", "/identitytoolkit",
        "/robot", "/service_accounts", "/oauth2.googleapis.com", "/v1/projects", "/v2/projects", "/v2/accounts",
        "/emulator",
    ]

    /// The surface with the accounts' methods.
    func surface() -> Surface {
        Surface(
            name: "firebase", contract: .vendor, prefixes: Self.prefixes,
            routes: keyRoutes + clientRoutes + secondFactorRoutes + tokenRoutes + accessRoutes + adminRoutes
                + projectConfigRoutes + tenantRoutes + emulatorRoutes, cors: .open,
            renderProblem: Self.render)
    }

    /// Runs an operation; a refusal becomes the dialect's error body.
    func answer(
        _ request: HTTPRequest, _ operation: () async throws(FirebaseError) -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(FirebaseError) {
            return try await operation()
        } catch {
            if let refusal = error.refusal { log.refused(refusal, request) }
            return error.response
        }
    }

    @Sendable static func render(_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse {
        FirebaseError(problem).response
    }

    /// Asks the domain; its refusal in the dialect's words.
    func domain<Value>(
        _ operation: () async throws(Refusal) -> Value
    ) async throws(FirebaseError) -> Value {
        do throws(Refusal) {
            return try await operation()
        } catch {
            throw FirebaseError(error)
        }
    }
}

extension FirebaseAPI {
    /// Who makes a call with that ID token of the app's project.
    func caller(_ idToken: Secret, of app: App) async throws(FirebaseError) -> FirebaseCaller {
        try await domain { () async throws(Refusal) in
            try await accounts.firebase.authenticate(firebaseToken: idToken, of: app)
        }
    }

    /// Who makes a call with `Authorization: Bearer` and an ID token of the app's project, as Firestore and functions take
    /// it; nil when it is sent by nobody.
    func bearer(_ request: HTTPRequest, of app: App) async throws(FirebaseError) -> FirebaseCaller? {
        guard !request.headers["Authorization"].isEmpty else { return nil }
        return try await domain { () async throws(Refusal) in
            try await accounts.firebase.authenticate(firebaseToken: try request.bearer(), of: app)
        }
    }
}

extension RoutePolicy {
    /// A client of the vendor's sends JSON under several names, and nothing at all where nothing is to be said.
    static let firebase = RoutePolicy(contentTypes: [], isBodyOptional: true)
}

extension HTTPResponse {
    /// An answer of the dialect.
    static func firebase(_ json: JSONObject) -> HTTPResponse {
        .json(JSONValue.object(json).serialized())
    }
}
