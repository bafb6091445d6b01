import Foundation
import Logging
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameOperations
@testable import SesameServer
@testable import SesameSurface

/// A server with all surfaces, the app `shop`, and one account with an unverified email address and a password.
struct WholeServer {
    let application: SesameApplication
    private let folder: URL
    private let shop: App
    private static let rightPassword = Secret("three small green boats")
    private static let burst = 1_000_000
    private static let wrong = "a.b.c"

    init(hasAdminAddress: Bool = false) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let keyFile = folder.appendingPathComponent("key").path
        try MasterKey.generate(at: keyFile)
        let configuration = try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "http://127.0.0.1", "listen": "127.0.0.1:0", "dataDir": "\(folder.path)/data",
                 \(hasAdminAddress ? #""adminListen": "127.0.0.1:0","# : "")
                 "keyFile": "\(keyFile)", "defaultApp": "shop",
                 "rateLimits": {"refusals": {"perMinute": 1, "burst": \(Self.burst)}},
                 "mail": {"server": "smtp://127.0.0.1:1", "from": "no-reply@example.com"},
                 "apps": {"shop": {
                    "providers": {"anonymous": true, "password": {"phones": true}, "google": {"clientIDs": ["web"]},
                                  "apple": {"clientIDs": ["app"]}},
                    "secondFactors": {"totp": true, "phone": true}, "contract": {},
                    "firebase": {"projectID": "shop-1001", "apiKeys": ["AIzaSy-example-shop"]},
                    "appwrite": {"projectID": "shop"}}}}
                """.utf8))
        application = try await SesameApplication(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        shop = try #require(AppID("shop").flatMap { configuration.apps[$0] })
        _ = try await application.accounts.logins.signUp(
            email: try #require(EmailAddress(Self.taken)), password: Self.rightPassword, to: shop,
            context: RequestContext(requestID: ""))
    }

    /// The email address of the existing account.
    private static let taken = "taken@example.com"

    func close() async {
        await application.shutdown()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Signs in to the existing account with its password, and returns the caller of the new session.
    func person() async throws -> Caller {
        let result = try await application.accounts.logins.signIn(
            email: try #require(EmailAddress(Self.taken)), password: Self.rightPassword, to: shop,
            context: RequestContext(requestID: ""))
        let (sessions, apps) = (application.accounts.sessions, AppDirectory([shop]))
        return try await sessions.authenticate(
            sessions.tokens(for: result.session, in: apps).accessToken, app: shop, apps: apps)
    }

    /// Signs in to the existing account, verifies its email address, and returns the caller of the new session.
    func owner() async throws -> Caller {
        let caller = try await person()
        let code = PresentedCode.link(try await verificationCode(of: caller))
        _ = try await application.accounts.logins.verify(
            with: code, of: shop, by: .caller(caller), context: RequestContext(requestID: ""))
        return caller
    }

    /// Requests a verification of the account's email address, and returns the code that the email contains.
    func verificationCode(of caller: Caller) async throws -> Secret {
        let mailed = Locked<Secret?>(nil)
        let order = OneTimeCodeRequest.verify(
            try #require(EmailAddress(Self.taken)), of: caller.session.account, askedIn: caller.session.id,
            at: { code in
                mailed.withLock { $0 = code }
                return "http://127.0.0.1/"
            })
        try await application.accounts.codes.sendCode(order, of: shop, context: RequestContext(requestID: ""))
        let code: Secret? = mailed.withLock { $0 }
        return try #require(code)
    }

    /// Adds an authenticator app to the caller's account.
    func addApp(to caller: Caller) async throws {
        let context = RequestContext(requestID: "")
        let begun = try await application.accounts.secondFactors.startFactorEnrollment(
            .totp, of: caller, context: context)
        let code = TOTP(secret: Self.bytes(try #require(begun.secret).text)).code(
            atStep: TOTP.step(at: Date()))
        _ = try await application.accounts.secondFactors.finishFactorEnrollment(
            .totp, with: Secret(code), of: caller, context: context)
    }

    /// Returns the bytes of an authenticator app's Base32 secret.
    private static func bytes(_ secret: Secret) -> [UInt8] {
        let alphabet = Array(Base32.rfc4648)
        let digits = secret.exposed.utf8.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).map { UInt8(value >> (4 - $0) & 1) }
        }
        return stride(from: 0, to: digits.count / 8 * 8, by: 8).map { start in
            digits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        }
    }

    /// Starts a password sign-in in the browser with the given form cookie, and returns the secret with which the
    /// browser continues to the second factor.
    func halfSignIn(in browser: Secret) async throws -> Secret {
        let end = try await application.accounts.authorization.signIn(
            email: try #require(EmailAddress(Self.taken)), password: Self.rightPassword, to: shop, role: nil, for: nil,
            browser: browser, context: RequestContext(requestID: ""))
        guard case .factor(_, _, let next) = end else { throw NoFactorAsked() }
        return next
    }

    private struct NoFactorAsked: Error {}

    /// Returns the response of the public listener, even if the admin API has its own listener.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await application.routers[0].answer(request)
    }

    /// Returns a request to a route with additional header fields, and without a credential.
    func attempt(at route: Route, _ fields: [(String, String)]) -> Attempt {
        let headers = HTTPHeaders(
            [("Host", "127.0.0.1"), ("Sesame-App", "shop"), ("X-Appwrite-Project", "shop")] + fields)
        let target = Self.target(of: route).prefix { $0 != "?" }
        return Attempt(
            method: route.method, target: "\(target)?key=AIzaSy-example-shop&app=shop", headers: headers, body: "")
    }

    /// Returns the number of rejected credentials counted against a request's sender.
    func refusals(of request: HTTPRequest) -> Int {
        let left = application.accounts.limiter?.allowance(of: request.client, by: .refusals)
        return left.map { Self.burst - $0.remaining } ?? 0
    }

    /// A request to a route, from a sender that the test chooses.
    struct Attempt {
        let method: HTTPMethod
        let target: String
        let headers: HTTPHeaders
        let body: String

        /// Returns the attempt as an HTTP request from the given sender.
        ///
        /// - Parameter sender: A number from which the client's IP address and the email address `test.user.…` are
        ///   derived, so that one attempt does not delay another.
        func request(from sender: Int) throws -> HTTPRequest {
            try HTTPRequest(
                method: method, target: target, headers: headers,
                body: Array(body.replacingOccurrences(of: "test.user", with: "test.user.\(sender)").utf8),
                peer: PeerAddress(ip: "2001:db8:\(String(sender, radix: 16))::1", isLoopback: false))
        }
    }

    /// Returns requests to a route with wrong credentials of every kind: in header fields, cookies, the query and the
    /// body.
    func attempts(at route: Route) -> [Attempt] {
        let cookie = Secret(Base64URL.encode([UInt8](repeating: 7, count: 32)))
        let cookies = ["sesame_session", "sesame_form", "sesame_browser"].map { "\($0)=\(cookie.exposed)" }
        let type = route.policy.contentTypes.first ?? "application/json"
        let isForm = type.hasSuffix("urlencoded")
        let body =
            switch route.method {
            case .GET: ""
            default: isForm ? form(route, cookie) : Self.json[Self.name(of: route)] ?? Self.wrongText(type)
            }
        let credentials: [[(String, String)]] = [
            [("Authorization", "Bearer \(Self.wrong)")], [("X-Appwrite-Key", "none")], [("X-Appwrite-Session", "none")],
        ]
        return credentials.map { fields in
            var headers = HTTPHeaders(
                [
                    ("Host", "127.0.0.1"), ("Sesame-App", "shop"), ("X-Appwrite-Project", "shop"),
                    ("Cookie", cookies.joined(separator: "; ")),
                ] + fields)
            if !body.isEmpty { headers.add(name: "Content-Type", value: type) }
            return Attempt(method: route.method, target: Self.target(of: route), headers: headers, body: body)
        }
    }

    private static func target(of route: Route) -> String {
        let values = [
            "{name}": "store_fcm_token", "{app}": "shop", "{provider}": "google", "{database}": "(default)",
            "{path...}": "users/x", "{verb}": "x",
            "{project}": route.pattern.contains("/callback/") ? "shop" : "shop-1001",
        ]
        let path = route.pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            var segment = String(segment)
            for (name, value) in values { segment = segment.replacingOccurrences(of: name, with: value) }
            return segment.replacingOccurrences(of: #"\{[^}]*\}"#, with: "x", options: .regularExpression)
        }.joined(separator: "/")
        if route.pattern == "/token" { return path }
        return path + "?key=AIzaSy-example-shop&app=shop&code=mc_none&state=none&flow=none"
    }

    /// Returns a form with the browser's valid CSRF token and wrong values for all credentials.
    private func form(_ route: Route, _ cookie: Secret) -> String {
        let isRegistration = route.pattern == "/sign-in/register"
        let grant =
            route.pattern.contains("googleapis") && !route.pattern.contains("securetoken")
            ? "urn:ietf:params:oauth:grant-type:jwt-bearer" : "refresh_token"
        let fields: KeyValuePairs<String, String?> = [
            "token": application.accounts.authorization.csrfToken(for: cookie).exposed, "code": "mc_none",
            "next": route.pattern == "/register" ? nil : "none", "to": "submit", "app": "shop", "state": "none",
            "ticket": "none", "email": isRegistration ? Self.taken : "test.user@example.com",
            "password": "wrong and long",
            "grant_type": grant, "client_id": "shop", "refresh_token": "rt_none", "assertion": Self.wrong,
        ]
        return FormURLEncoder.encode(fields)
    }

    private static func wrongText(_ type: String) -> String {
        type == "application/json" ? #"{"data": {}}"# : wrong
    }

    /// Returns the key of a route's body in ``json``: the method's name for a Firebase route, or else the path.
    private static func name(of route: Route) -> String {
        guard route.pattern.contains("accounts") || route.pattern.contains("relyingparty") else { return route.pattern }
        let method = route.pattern.split(separator: "/").last ?? ""
        return String(method.hasPrefix("accounts:") ? method.dropFirst(9) : method)
    }

    private static let password = #"{"email": "test.user@example.com", "password": "wrong and long"}"#
    private static let token = #"{"idToken": "a.b.c"}"#
    private static let taking = #"{"idToken": "a.b.c", "email": "test.user@example.com", "password": "wrong and long"}"#
    private static let proof = #"{"phoneNumber": "+33600000000", "temporaryProof": "mc_none"}"#
    private static let pending = #"{"mfaPendingCredential": "none", "mfaEnrollmentId": "x"}"#
    private static let refresh = #"{"grant_type": "refresh_token", "refresh_token": "none"}"#
    private static let link = #"{"oobCode": "mc_none"}"#

    /// The request bodies with wrong credentials, by Firebase method or path.
    private static let json: [String: String] = [
        "/v1/sign-in/{provider}": #"{"idToken": "a.b.c", "nonce": "none"}"#,
        "/v1/sign-in/apple": #"{"idToken": "a.b.c", "nonce": "none"}"#,
        "/v1/sign-in/password": password,
        "/v1/sign-in/code": #"{"code": "mc_none"}"#,
        "/v1/sign-in/second-factor": #"{"ticket": "none", "code": "000000"}"#,
        "/v1/sign-up": #"{"ticket": "none"}"#,
        "/v1/codes/password": #"{"code": "mc_none", "password": "three small green boats"}"#,
        "/v1/codes/verification": #"{"code": "mc_none"}"#,
        "/v1/sessions/refresh": #"{"refreshToken": "rt_none"}"#,
        "/auth/google": #"{"idToken": "a.b.c", "nonce": "none"}"#,
        "/auth/apple": #"{"idToken": "a.b.c", "identityToken": "a.b.c", "nonce": "none"}"#,
        "/notifications/apple": #"{"payload": "a.b.c"}"#,
        "/admin/v1/bootstrap": #"{"secret": "none"}"#,
        "signUp": taking, "signupNewUser": taking,
        "signInWithIdp": #"{"requestUri": "http://localhost", "postBody": "id_token=a.b.c&providerId=google.com"}"#,
        "verifyAssertion": #"{"requestUri": "http://localhost", "postBody": "id_token=a.b.c&providerId=google.com"}"#,
        "signInWithPassword": password, "verifyPassword": password,
        "signInWithCustomToken": #"{"token": "a.b.c"}"#, "verifyCustomToken": #"{"token": "a.b.c"}"#,
        "update": link, "setAccountInfo": link, "resetPassword": link,
        "sendOobCode": #"{"requestType": "VERIFY_EMAIL", "idToken": "a.b.c"}"#,
        "getOobConfirmationCode": #"{"requestType": "VERIFY_EMAIL", "idToken": "a.b.c"}"#,
        "signInWithEmailLink": #"{"email": "test.user@example.com", "oobCode": "mc_none"}"#,
        "emailLinkSignin": #"{"email": "test.user@example.com", "oobCode": "mc_none"}"#,
        "signInWithPhoneNumber": proof, "verifyPhoneNumber": proof,
        "mfaSignIn:start": pending, "mfaSignIn:finalize": pending,
        "/v1/token": refresh, "/securetoken.googleapis.com/v1/token": refresh,
        "lookup": token, "getAccountInfo": token, "delete": token, "deleteAccount": token,
        "mfaEnrollment:start": token, "mfaEnrollment:finalize": token, "mfaEnrollment:withdraw": token,
    ]
}
