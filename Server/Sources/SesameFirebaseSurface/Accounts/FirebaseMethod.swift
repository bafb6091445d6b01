import NIOHTTP1
import SesameAccounts
import SesameHTTP

/// A method of Identity Toolkit that clients call with an API key, and the paths that it has.
struct FirebaseMethod: Sendable {
    /// A method, with the app of the request's key.
    typealias Handler = @Sendable (HTTPRequest, App, FirebaseBody) async throws(Refusal) -> HTTPResponse

    /// Its name behind `accounts:`.
    let name: String
    /// Its name in the interface before, which some clients still call.
    let legacyName: String
    /// The credentials that requests carry. The API key is none.
    let input: Route.Input
    let schema: FirebaseSchema
    /// The words for the domain's refusals, where they are not those of other methods.
    var words: @Sendable (Refusal) -> Refusal = { $0 }
    let handler: Handler

    /// Answers a request of an app's people.
    func answer(_ request: HTTPRequest, _ app: App, _ body: FirebaseBody) async throws(Refusal) -> HTTPResponse {
        do throws(Refusal) {
            return try await handler(request, app, body)
        } catch {
            throw error.inWords(words)
        }
    }

    /// All its paths: as the vendor's host has them, and with that host in front, as emulators do.
    var paths: [String] {
        let current = "/v1/accounts:\(name)"
        let legacy = "/identitytoolkit/v3/relyingparty/\(legacyName)"
        return [current, "/identitytoolkit.googleapis.com" + current, legacy, "/www.googleapis.com" + legacy]
    }
}

/// The methods that clients call with an API key.
struct FirebaseClientRoutes: Sendable {
    let methods: [FirebaseMethod]
    let admin: FirebaseAdminRoutes
    let door: FirebaseDoor

    var routes: [Route] {
        methods.flatMap { method in
            method.paths.map { path in
                door.route(.POST, path, takes: method.input, policy: .firebase) {
                    request, _ throws(Refusal) in
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
    /// Members that every method of clients takes, and that mean nothing here.
    static let ignored: [String: Kind] = [
        "returnSecureToken": .bool, "returnRefreshToken": .bool, "clientType": .string, "recaptchaVersion": .string,
        "captchaChallenge": .string, "captchaResponse": .string, "instanceId": .string,
        "delegatedProjectNumber": .integer, "targetProjectId": .string, "tenantId": .string,
        "tenantProjectNumber": .integer,
    ]

    /// The members of a client's method.
    static func client(_ fields: [String: Kind]) -> FirebaseSchema {
        FirebaseSchema(fields.merging(ignored) { own, _ in own })
    }
}
