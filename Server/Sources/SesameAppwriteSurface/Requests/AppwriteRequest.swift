import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameSurface

/// A request in Appwrite's protocol, with its app and the caller's credential or key.
struct AppwriteRequest: Sendable {
    let request: HTTPRequest
    let path: PathParameters
    let app: App
    let cookies: AppwriteCookies
    /// The user's credential, not verified yet; nil if the request has none.
    let credential: AppwriteCredential?
    /// The caller of the request's API key, already authenticated; nil if the request has no key.
    let key: AdminCaller?

    /// The context of the request for logs and limits. A key with `users:act-as` is exempt from the limits of a single
    /// client; all other keys are not.
    var context: RequestContext {
        guard let key else { return request.context(in: app) }
        let isAnybody = key.key.scopes.contains(.usersActAs)
        return RequestContext(
            requestID: request.id.description, network: request.peer.network, actor: key.key.id,
            client: isAnybody ? nil : request.client
        ).within(app)
    }

    /// True if the response may contain session secrets in its body: only for a back end with an API key, because
    /// clients receive the secrets in cookies.
    var showsSecrets: Bool { key != nil }

    /// The path parameter with the given name; empty if the route has none.
    subscript(name: String) -> String { path[name] ?? "" }
}

extension AppDirectory {
    static let appwriteHeader = "X-Appwrite-Project"

    /// Returns the app of the Appwrite project id in a request's header or query; nil if the id is missing or unknown.
    package func app(appwriteProjectOf request: HTTPRequest) -> App? {
        (request.filledHeader(Self.appwriteHeader) ?? request.query["project"]).flatMap { app(appwriteProject: $0) }
    }
}
