import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens
import SesameWire

/// The common part of Firebase's routes: finds the app and the caller of a request, and creates the response.
struct FirebaseAuthenticator: Sendable {
    let firebase: FirebaseService
    let projects: FirebaseProjectService
    let adminKeys: AdminKeyService
    let directory: AccountDirectory
    let apps: AppDirectory
    let publicURL: String
    /// The codes sent by an emulator; nil if the server is not an emulator.
    let emulated: FirebaseEmulatorCodes?
    /// True if Firebase's routes accept admin keys; false if the operator has a separate admin address.
    let takesAdminKeys: Bool
    let log: SecurityLog

    /// The project number that an emulator returns to its clients.
    static let emulatedProjectNumber = "12345"

    /// Creates a route that converts the handler's errors to Firebase's error format, and logs the domain's refusals.
    func route(
        _ method: HTTPMethod, _ path: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        Route(method, path, takes: input, policy: policy) { request, path in
            do throws(AccountError) {
                return try await handler(request, path)
            } catch {
                if let refusal = error.ofDomain { log.refused(refusal, request) }
                return FirebaseError(error).response
            }
        }
    }
}

extension FirebaseAuthenticator {
    /// Returns the caller to whom the app's project issued the ID token. Throws if the token is not valid or its
    /// session has ended.
    func caller(_ idToken: Secret, of app: App) async throws(AccountError) -> FirebaseCaller {
        try await firebase.authenticate(firebaseToken: idToken, of: app)
    }
}

extension RoutePolicy {
    /// The route policy for Firebase's clients, which send JSON with various content types, or no body at all.
    static let firebase = RoutePolicy(contentTypes: [], isBodyOptional: true)
}

extension HTTPResponse {
    /// Returns a successful response with the given JSON.
    static func firebase(_ json: JSONObject) -> HTTPResponse {
        .json(JSONValue.object(json).serialized())
    }
}
