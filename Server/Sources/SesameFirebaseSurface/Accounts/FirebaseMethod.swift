import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// An Identity Toolkit method that clients call with an API key, with its paths.
struct FirebaseMethod: Sendable {
    /// The handler of a method. The app is the user pool of the API key's project, or of the tenant in the request.
    typealias Handler = @Sendable (HTTPRequest, App, FirebaseBody) async throws(AccountError) -> HTTPResponse

    /// The method's name after `accounts:`.
    let name: String
    /// The method's name in the previous API version, which some clients still call.
    let legacyName: String
    /// The kind of credential that requests contain. The API key does not count as a credential.
    let input: Route.Input
    let schema: FirebaseSchema
    /// The mapping of the domain's refusals to Firebase errors; by default the general one.
    var words: @Sendable (AccountError) -> AccountError = { $0 }
    let handler: Handler

    /// Calls the handler with a request for the app's user pool, and converts a refusal with `words`.
    func answer(_ request: HTTPRequest, _ app: App, _ body: FirebaseBody) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            return try await handler(request, app, body)
        } catch {
            throw error.inWords(words)
        }
    }

    /// The method's current and legacy paths: with Google's host as a prefix, as clients of an emulator send them, and
    /// without.
    var paths: [String] {
        let current = "/v1/accounts:\(name)"
        let legacy = "/identitytoolkit/v3/relyingparty/\(legacyName)"
        return [current, "/identitytoolkit.googleapis.com" + current, legacy, "/www.googleapis.com" + legacy]
    }
}

/// The routes of the methods that clients call with an API key.
struct FirebaseClientRoutes: Sendable {
    let methods: [FirebaseMethod]
    let admin: FirebaseAdminRoutes
    let door: FirebaseAuthenticator

    var routes: [Route] {
        methods.flatMap { method in
            method.paths.map { path in
                door.route(.POST, path, takes: method.input, policy: .firebase) {
                    request, _ throws(AccountError) in
                    if let answer = try await admin.answer(request, method.name) { return answer }
                    let project = try await door.project(of: request)
                    let body = try request.firebaseBody(method.schema)
                    return try await method.answer(request, try await door.people(of: project, body), body)
                }
            }
        }
    }
}

extension FirebaseSchema {
    /// The members that every client method accepts. All except `tenantId` and `targetProjectId` are ignored.
    static let ignored: [String: Kind] = [
        "returnSecureToken": .bool, "returnRefreshToken": .bool, "clientType": .string, "recaptchaVersion": .string,
        "captchaChallenge": .string, "captchaResponse": .string, "instanceId": .string,
        "delegatedProjectNumber": .integer, "targetProjectId": .string, "tenantId": .string,
        "tenantProjectNumber": .integer,
    ]

    /// Returns the schema of a client method: the given members, and those that every client method accepts.
    static func client(_ fields: [String: Kind]) -> FirebaseSchema {
        FirebaseSchema(fields.merging(ignored) { own, _ in own })
    }
}
