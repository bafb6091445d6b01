import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct GoogleWebSignInTests {
    static let idToken = Secret.token([
        "email": "test.user.1@example.com", "given_name": "Test", "family_name": "User 1", "name": "Test User 1",
        "picture": "https://example.com/p.png",
    ])
    static let success = #"{"access_token":"at","expires_in":3599,"token_type":"Bearer","id_token":"IDTOKEN"}"#
        .replacingOccurrences(of: "IDTOKEN", with: idToken.exposed)

    /// A browser that returns with the given query, by default as if the user had consented.
    struct Browser: WebAuthentication {
        var shown = Locked<[URL]>([])
        var query = "code=c-1&state=STATE"
        var loopback = "http://127.0.0.1:5555/callback"

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let redirectURI = attempt.redirectURI ?? loopback
            let url = try attempt.url(redirectURI: redirectURI)
            shown.withLock { $0.append(url) }
            let state = (attempt.page as? AuthorizationCodePage)?.state ?? ""
            let query = query.replacingOccurrences(of: "STATE", with: state)
            guard let answer = URL(string: "\(redirectURI)?\(query)") else { throw .isOffline }
            return WebSignInResult(redirectURI: redirectURI, url: answer)
        }
    }

    let request = CredentialRequest { () async throws(AuthError) in Nonce(Secret("n-1")) }
    let transport = RecordingTransport(200, success)
    let browser = Browser()

    func source(_ client: GoogleWebSignIn.Client, browser: Browser? = nil) -> GoogleWebSignIn {
        GoogleWebSignIn(
            client: client, serverClientID: "9-web.apps.googleusercontent.com", role: "ACTEUR",
            browser: browser ?? self.browser, transport: transport)
    }

    static let iOS = GoogleWebSignIn.Client.iOS(id: "123-AbC.apps.googleusercontent.com")

    @Test func `the page requests a code with PKCE, the server's nonce and the server's client as audience`()
        async throws
    {
        _ = try await source(Self.iOS).result(for: request)
        let url = try #require(browser.shown.withLock { $0.first })
        let fields = try #require(FormEncoding.decode(url.query ?? ""))
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        #expect(url.absoluteString.hasPrefix("https://accounts.google.com/o/oauth2/v2/auth?"))
        #expect(values["response_type"] == "code")
        #expect(values["client_id"] == "123-AbC.apps.googleusercontent.com")
        #expect(values["redirect_uri"] == "com.googleusercontent.apps.123-abc:/oauth2callback")
        #expect(values["scope"] == "openid email profile")
        #expect(values["nonce"] == "n-1")
        #expect(values["audience"] == "9-web.apps.googleusercontent.com")
        #expect(values["code_challenge_method"] == "S256")
    }

    @Test func `for a back end that compares hashes, Google receives the hash and the result has the nonce`()
        async throws
    {
        let hashing = CredentialRequest { () async throws(AuthError) in Nonce(Secret("n-1"), googleForm: .sha256Hex) }
        let result = try await source(Self.iOS).result(for: hashing)
        let url = try #require(browser.shown.withLock { $0.first })
        let sent = (FormEncoding.decode(url.query ?? "") ?? []).first { $0.name == "nonce" }?.value
        #expect(sent == Nonce(Secret("n-1")).sha256Hex)
        #expect(result.nonce?.value == Secret("n-1"))
    }

    @Test(arguments: [nil, "RECRUTEUR"])
    func `the chosen role replaces the source's own`(_ role: String?) async throws {
        let request = CredentialRequest(role: role) { () async throws(AuthError) in Nonce(Secret("n-1")) }
        #expect(try await source(Self.iOS).result(for: request).role == role ?? "ACTEUR")
    }

    @Test func `the code is exchanged with its verifier, for the same redirect URI and audience`() async throws {
        let result = try await source(Self.iOS).result(for: request)
        let request = try #require(transport.requests.first)
        let fields = try #require(FormEncoding.decode(request.body.exposed))
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        #expect(request.url.absoluteString == "https://oauth2.googleapis.com/token")
        #expect(values["grant_type"] == "authorization_code")
        #expect(values["code"] == "c-1")
        #expect(values["redirect_uri"] == "com.googleusercontent.apps.123-abc:/oauth2callback")
        #expect(values["client_id"] == "123-AbC.apps.googleusercontent.com")
        #expect(values["audience"] == "9-web.apps.googleusercontent.com")
        #expect(values["client_secret"] == nil)
        let shown = FormEncoding.decode(browser.shown.withLock { $0.first }?.query ?? "") ?? []
        let verifier = Secret(try #require(values["code_verifier"]))
        #expect(PKCE(verifier: verifier).challenge == shown.first { $0.name == "code_challenge" }?.value)
        #expect(
            result
                == GoogleSignInResult(
                    idToken: Self.idToken, nonce: Nonce(Secret("n-1")), email: "test.user.1@example.com",
                    givenName: "Test", familyName: "User 1", displayName: "Test User 1",
                    photoURL: URL(string: "https://example.com/p.png"), role: "ACTEUR"))
    }

    @Test func `a desktop client redirects to the loopback address and sends its client secret`() async throws {
        _ = try await source(.desktop(id: "d", secret: Secret("s"))).result(for: request)
        let fields = try #require(FormEncoding.decode(transport.requests.first?.body.exposed ?? ""))
        #expect(fields.contains { $0 == ("client_secret", "s") })
        #expect(fields.contains { $0 == ("redirect_uri", "http://127.0.0.1:5555/callback") })
    }

    @Test(arguments: [
        "code=c-1&state=another", "code=c-1", "code=c-1&state=STATE&iss=https%3A%2F%2Fevil.example.com",
        "state=STATE", "error=access_denied&state=STATE",
    ])
    func `a redirect without this attempt's code, state and issuer is rejected`(query: String) async {
        let source = source(Self.iOS, browser: Browser(query: query))
        await #expect(throws: AuthError.self) { try await source.result(for: request) }
        #expect(transport.requests.isEmpty)
    }

    @Test func `Google's own issuer is accepted`() async throws {
        let query = "code=c-1&state=STATE&iss=https%3A%2F%2Faccounts.google.com"
        _ = try await source(Self.iOS, browser: Browser(query: query)).result(for: request)
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_grant","error_description":"Malformed auth code."}"#, AuthError.Code.invalidToken),
        (401, #"{"error":"invalid_client"}"#, .invalidRequest),
        (400, #"{"error":"redirect_uri_mismatch"}"#, .invalidRequest), (500, "{}", .providerUnavailable),
        (502, #"{"error":"invalid_grant"}"#, .providerUnavailable), (200, "{}", .providerUnavailable),
        (200, "<html>", .providerUnavailable), (403, "<html>", .providerUnavailable),
    ])
    func `a rejected exchange throws the matching AuthError code, without Google's description`(
        status: Int, body: String, code: AuthError.Code
    ) async {
        let source = GoogleWebSignIn(
            client: Self.iOS, browser: browser, transport: RecordingTransport(status, body))
        let error = await #expect(throws: AuthError.self) { try await source.result(for: request) }
        #expect(error?.code == code)
        #expect(error?.reason.contains("Malformed") == false)
    }

    @Test func `a loopback browser rejects a redirect to an app`() async throws {
        let browser = LoopbackBrowser { _ in }
        let source = GoogleWebSignIn(client: Self.iOS, browser: browser, transport: transport)
        await expectError(.invalidRequest) { _ = try await source.result(for: request) }
    }
}
