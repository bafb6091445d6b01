import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameSurface

/// A request in Appwrite's protocol, with its app and its caller.
struct AppwriteRequest: Sendable {
    let request: HTTPRequest
    let path: PathParameters
    let app: App
    let cookies: AppwriteCookies
    /// The user's credential.
    let credential: AppwriteCredential?
    /// The verified server key; nil if the request has none.
    let key: AdminCaller?

    /// The context of the request for logs and limits. A key with `users:act-as` is exempt from limits per sender; all
    /// other keys have the limits of a client.
    var context: RequestContext {
        guard let key else { return request.context(in: app) }
        let isAnybody = key.key.scopes.contains(.usersActAs)
        return RequestContext(
            requestID: request.id.description, network: request.peer.network, actor: key.key.id,
            client: isAnybody ? nil : request.client
        ).within(app)
    }

    /// True if the response may contain secrets that clients receive in other ways; only for servers with a key.
    var showsSecrets: Bool { key != nil }

    /// The path parameter of that name.
    subscript(name: String) -> String { path[name] ?? "" }
}

extension AppDirectory {
    static let appwriteHeader = "X-Appwrite-Project"

    /// Returns the app of the project that a request names, in a header or in the query.
    package func app(appwriteProjectOf request: HTTPRequest) -> App? {
        (request.filledHeader(Self.appwriteHeader) ?? request.query["project"]).flatMap { app(appwriteProject: $0) }
    }
}
