import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// One request of a client of Appwrite's protocol: for which app, and by whom.
struct AppwriteCall: Sendable {
    let request: HTTPRequest
    let path: PathParameters
    let app: App
    let cookies: AppwriteCookies
    /// What it shows for a person.
    let credential: AppwriteCredential?
    /// The server's key that it shows, checked.
    let key: AdminCaller?

    /// What the domain notes about it.
    var context: RequestContext {
        key.map { request.context(by: $0).within(app) } ?? request.context(in: app)
    }

    /// Whether secrets that clients get by other ways stand in the answer: for servers only.
    var showsSecrets: Bool { key != nil }

    /// A part of the path.
    subscript(name: String) -> String { path[name] ?? "" }
}

extension AppDirectory {
    static let appwriteHeader = "X-Appwrite-Project"

    /// The app of the project that a request names, in a field or in the query.
    func app(appwriteProjectOf request: HTTPRequest) -> App? {
        (request.filledHeader(Self.appwriteHeader) ?? request.query["project"]).flatMap { app(appwriteProject: $0) }
    }
}
