import Foundation
import Logging
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameSQLite
import SesameServerRig
import SesameText
import SesameTokens
import Testing

@testable import SesameAccounts
@testable import SesameSurface
@testable import SesameWebSurface

/// The web pages over a real database, and a browser that stores their cookies.
final class WebRig {
    let accounts: Services
    let pages: WebPages
    let apps: AppDirectory
    let authorization: AuthorizationAPI
    let router: Router
    private let rig: ServerRig
    private var storage: SQLiteStorage { rig.storage }
    private var cookies: [String: String] = [:]

    init(publicURL: String = "http://127.0.0.1:8080", offers: [Provider] = [.apple, .google]) async throws {
        rig = try await ServerRig(publicURL: publicURL)
        accounts = rig.accounts
        apps = rig.apps
        pages = WebPages(
            accounts: accounts, apps: apps, publicURL: publicURL, isDevelopment: true, offers: { _ in offers })
        let log = SecurityLog(logger: Logger(label: "test"))
        var webClients = OAuthClientRegistrations()
        for app in apps.apps.keys { webClients[app, .google] = .google(clientID: "web", secret: Secret("secret")) }
        authorization = AuthorizationAPI(
            accounts: accounts, apps: apps, webClients: webClients,
            exchange: ProviderOAuthClient(client: HTTPClient(), publicURL: publicURL), pages: pages,
            cookie: FlowBindingCookie(publicURL: publicURL), log: log)
        let web = WebAPI(accounts: accounts, pages: pages, authorization: authorization, log: log)
        router = Router(surfaces: [web.unknown(cors: .none), authorization.surface(), web.surface()])
    }

    /// Closes the storage, so that every later request to it fails.
    func closeStorage() { storage.close() }

    func advance(by seconds: Double) { rig.advance(by: seconds) }

    /// Removes the browser's cookies.
    /// - Parameter kept: The name of a cookie that remains.
    func forgetCookies(but kept: String? = nil) { cookies = cookies.filter { $0.key == kept } }

    /// Returns a request of the browser, with its cookies.
    func request(
        _ method: HTTPMethod, _ target: String, form: [(String, String)] = [], headers: [(String, String)] = [],
        host: String = "127.0.0.1:8080"
    ) throws -> HTTPRequest {
        var fields = HTTPHeaders([("Host", host)] + headers)
        if !cookies.isEmpty {
            fields.add(name: "Cookie", value: cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        if method == .POST { fields.add(name: "Content-Type", value: "application/x-www-form-urlencoded") }
        let body = form.map { FormURLEncoder.encode([$0.0: $0.1]) }.joined(separator: "&")
        return try HTTPRequest(method: method, target: target, headers: fields, body: Array(body.utf8))
    }

    func get(
        _ target: String, headers: [(String, String)] = [], host: String = "127.0.0.1:8080"
    ) async throws -> HTTPResponse {
        keep(await router.answer(try request(.GET, target, headers: headers, host: host)))
    }

    func post(
        _ target: String, _ form: [(String, String)], headers: [(String, String)] = []
    ) async throws -> HTTPResponse {
        keep(await router.answer(try request(.POST, target, form: form, headers: headers)))
    }

    /// Stores the cookies of a response, and returns the response.
    func keep(_ response: HTTPResponse) -> HTTPResponse {
        for field in response.headers["Set-Cookie"] {
            let pair = field.split(separator: ";")[0].split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
        }
        return response
    }

    /// Signs in as a guest, and returns the account page.
    func guest() async throws -> HTTPResponse {
        let page = try await get("/apps/couple")
        let answer = try await post("/apps/couple/guest", [("token", try #require(page.hidden("token")))])
        #expect(answer.headers["Location"] == ["/account"])
        return try await get("/account")
    }

    /// Authenticates the browser's session cookie, and returns the signed-in caller.
    private func caller() async throws -> Caller {
        let cookie = try #require(cookies[pages.sessionCookie.name])
        return try await accounts.sessions.authenticate(sessionCookie: Secret(cookie), apps: apps)
    }

    /// Returns the stored profile fields of the signed-in user.
    func storedProfile() async throws -> JSONObject {
        let caller = try await caller()
        return try #require(
            try await storage.read { reader throws(StorageError) in
                try reader.account(caller.session.account, in: caller.app.id)
            }
        ).profile.fields
    }

    /// Creates another session of the signed-in user, as on another device.
    func signInElsewhere(_ id: String) async throws {
        let caller = try await caller()
        let session = Session(
            id: SessionID(id), app: caller.app.id, account: caller.session.account, method: caller.session.method,
            policy: caller.app.sessions, at: accounts.environment.now)
        try await storage.write { transaction throws(StorageError) in try transaction.insertSession(session) }
    }

    /// Creates a registration ticket for an identity without an account, as a sign-in does.
    func ticket(subject: String = "person") async throws -> AccountError.Registration {
        let ticket = "tk_\(subject)"
        let claims = IdentityClaims(email: "test@example.com", givenName: "Test", familyName: "<User> 1")
        let row = RegistrationTicket(
            digest: digest(ticket.utf8), app: try #require(AppID("castmate")), provider: .google, subject: subject,
            claims: claims, expiresAt: accounts.environment.now.addingTimeInterval(RegistrationTicket.lifetime))
        try await storage.write { transaction throws(StorageError) in try transaction.insert(row) }
        return AccountError.Registration(ticket: Secret(ticket), expiresIn: 1800, claims: claims)
    }
}

extension HTTPResponse {
    /// Returns true if the page states its language, has one `<h1>`, closes all tags in order, and contains no script,
    /// inline style or template markup.
    func isSound(in language: Language) -> Bool {
        guard text.contains("<html lang=\"\(language.rawValue)\">"), !text.contains("{{"), !text.contains("}}"),
            text.ranges(of: "<h1>").count == 1, !text.contains("<script"), !text.contains("style=")
        else { return false }
        let void = ["meta", "link", "img", "input", "!doctype"]
        var open: [Substring] = []
        for tag in text.matches(of: /<(\/?)([!a-z][a-z0-9]*)(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*>/) {
            let name = tag.output.2
            if void.contains(String(name)) { continue }
            if tag.output.1.isEmpty {
                open.append(name)
            } else if open.popLast() != name {
                return false
            }
        }
        return open.isEmpty
    }
}
