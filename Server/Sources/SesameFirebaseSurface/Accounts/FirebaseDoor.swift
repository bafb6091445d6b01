import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens
import SesameWire

/// The door of Firebase's dialect: finds the app and the caller, and forms the answers.
struct FirebaseDoor: Sendable {
    let firebase: FirebaseService
    let projects: FirebaseProjectService
    let adminKeys: AdminKeyService
    let directory: AccountDirectory
    let apps: AppDirectory
    let publicURL: String
    /// The codes that were sent, where the server stands in for Firebase's emulator; nil everywhere else.
    let emulated: FirebaseEmulatorCodes?
    /// True if an admin key is good at this address: not where the operator has one of their own.
    let takesAdminKeys: Bool
    let log: SecurityLog

    /// The project number that an emulator's clients are told.
    static let emulatedProjectNumber = "12345"

    /// Makes a route. A refusal becomes the dialect's error body.
    func route(
        _ method: HTTPMethod, _ path: String, takes input: Route.Input, policy: RoutePolicy = RoutePolicy(),
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws(Refusal) -> HTTPResponse
    ) -> Route {
        Route(method, path, takes: input, policy: policy) { request, path in
            do throws(Refusal) {
                return try await handler(request, path)
            } catch {
                if let refusal = error.ofDomain { log.refused(refusal, request) }
                return FirebaseError(error).response
            }
        }
    }
}

extension FirebaseDoor {
    /// Returns the caller with that ID token of the app's project.
    func caller(_ idToken: Secret, of app: App) async throws(Refusal) -> FirebaseCaller {
        try await firebase.authenticate(firebaseToken: idToken, of: app)
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
