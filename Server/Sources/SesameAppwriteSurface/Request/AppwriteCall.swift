import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameSurface

/// One request of a client of Appwrite's protocol: for which app, and by whom.
struct AppwriteCall: Sendable {
    let request: HTTPRequest
    let path: PathParameters
    let app: App
    let cookies: AppwriteCookies
    /// The user's credential.
    let credential: AppwriteCredential?
    /// The server's key that it shows, checked.
    let key: AdminCaller?

    /// The request as the domain notes and limits it. A key with `users:act-as` is held to no limit by sender, any other key
    /// to those of a client.
    var context: RequestContext {
        guard let key else { return request.context(in: app) }
        let isAnybody = key.key.scopes.contains(.usersActAs)
        return RequestContext(
            requestID: request.id.description, network: request.peer.network, actor: key.key.id,
            client: isAnybody ? nil : request.client
        ).within(app)
    }

    /// True if secrets that clients get by other ways stand in the answer: for servers only.
    var showsSecrets: Bool { key != nil }

    /// A part of the path.
    subscript(name: String) -> String { path[name] ?? "" }
}

extension AppDirectory {
    static let appwriteHeader = "X-Appwrite-Project"

    /// The app of the project that a request names, in a field or in the query.
    package func app(appwriteProjectOf request: HTTPRequest) -> App? {
        (request.filledHeader(Self.appwriteHeader) ?? request.query["project"]).flatMap { app(appwriteProject: $0) }
    }
}
