package import Foundation
package import SesameCore
import SesameWire

/// A profile service that uses the native API of a Sesame server.
package struct SesameProfileService: ProfileService {
    private let requests: AuthenticatedRequests

    /// Creates a profile service for the server at the given URL, with the access tokens of the given source.
    /// - Parameter app: The app's name in the server's configuration; nil for the server's default app.
    package init(
        server: URL, app: String? = nil, auth: some AccessTokenSource,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        requests = AuthenticatedRequests(
            requests: NativeRequests(server: server, app: app, transport: transport), auth: auth)
    }

    /// Loads the profile by `GET /v1/me/profile`. A Sesame server has a profile for every account.
    package func load(for uid: String) async throws(AuthError) -> Profile? {
        Profile(try ServerResponseDecoder(try await requests.send("GET", APIRoute.profile, for: uid)).body(), of: uid)
    }

    /// Saves the change by `PATCH /v1/me/profile`, with the version on which the change is based in `If-Match`.
    package func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        let steps = change.steps.map(\.rawValue)
        let body = ProfileRequest(
            fields: change.fields, onboarding: steps.last.map { OnboardingMove(to: $0, via: steps.dropLast()) })
        var headers: [String: Secret] = [:]
        headers["If-Match"] = change.version.map { Secret("\"\($0)\"") }
        let response = try await requests.send("PATCH", APIRoute.profile, body: body.json, for: uid, headers: headers)
        do throws(AuthError) {
            return Profile(try ServerResponseDecoder(response).body(), of: uid)
        } catch {
            var error = error
            if let stale = error.stale { error.newest = Profile(stale.profile, of: uid) }
            throw error
        }
    }

    /// Completes the onboarding by `POST /v1/me/profile/complete`.
    package func complete(for uid: String) async throws(AuthError) -> Profile {
        let response = try await requests.send(
            "POST", APIRoute.completeProfile, body: ProfileCompletionRequest().json, for: uid)
        return Profile(try ServerResponseDecoder(response).body(), of: uid)
    }
}
