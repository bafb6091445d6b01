import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct WebSignInRequestTests {
    let attempt: WebSignInRequest

    init() throws {
        attempt = WebSignInRequest(
            redirectURI: nil,
            page: AuthorizationCodePage(
                endpoint: try #require(URL(string: "https://auth.example.com/authorize")), clientID: "castmate",
                issuer: .required("https://auth.example.com"), parameters: [("provider", "google")],
                pkce: PKCE(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")), state: "st"))
    }

    func validate(_ query: String) throws -> Result<Secret, AuthError>? {
        let url = try #require(URL(string: "http://127.0.0.1:5555/callback?\(query)"))
        return attempt.validate(WebSignInResult(redirectURI: "http://127.0.0.1:5555/callback", url: url))
    }

    @Test func `the URL requests a code with PKCE, state and the exact redirect URI`() throws {
        #expect(
            try attempt.url(redirectURI: "http://127.0.0.1:5555/callback").absoluteString
                == "https://auth.example.com/authorize?response_type=code&client_id=castmate"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A5555%2Fcallback"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
                + "&state=st&provider=google")
    }

    @Test(
        arguments: [
            ("code=c-1&state=st&iss=https%3A%2F%2Fauth.example.com", "c-1"),
            ("code=c-1&state=xx&iss=https%3A%2F%2Fauth.example.com", nil),
            ("code=c-1&iss=https%3A%2F%2Fauth.example.com", nil),
            ("code=c-1&state=st&state=st&iss=https%3A%2F%2Fauth.example.com", nil),
            ("code=c-1&code=c-2&state=st&iss=https%3A%2F%2Fauth.example.com", nil),
            ("code=&state=st&iss=https%3A%2F%2Fauth.example.com", nil), ("", nil),
        ] as [(String, String?)])
    func `only a response to this very attempt returns a code`(query: String, code: String?) throws {
        #expect(try validate(query)?.get().exposed == code)
    }

    @Test(arguments: ["", "&iss=https%3A%2F%2Fevil.example.com", "&iss=https%3A%2F%2Fauth.example.com%2F"])
    func `a code from a missing or different issuer is rejected`(issuer: String) throws {
        let result = try validate("code=c-1&state=st\(issuer)")
        #expect(LoopbackPage(result) == .refused)
        #expect(throws: AuthError.self) { try result?.get() }
    }

    @Test(arguments: [
        ("", "the server rejected the sign-in"),
        ("&error_description=no%20Apple%20here", "the server rejected the sign-in: no Apple here"),
        ("&error_description=one%0Aline%C3%A9", "the server rejected the sign-in: oneline"),
        (
            "&error_description=\(String(repeating: "x", count: 300))",
            "the server rejected the sign-in: \(String(repeating: "x", count: 200))"
        ),
    ])
    func `a rejection gives its reason in at most 200 printable ASCII characters`(description: String, reason: String)
        throws
    {
        let result = try validate("error=invalid_request\(description)&state=st&iss=https%3A%2F%2Fauth.example.com")
        let error = #expect(throws: AuthError.self) { try result?.get() }
        #expect(error?.code == .invalidRequest && error?.reason == reason)
    }

    @Test(arguments: [
        ("access_denied", AuthError.Code.cancelled), ("temporarily_unavailable", .providerUnavailable),
        ("server_error", .invalidRequest),
    ])
    func `an error in the redirect returns the matching AuthError code`(error: String, code: AuthError.Code) throws {
        let result = try validate("error=\(error)&code=c&state=st&iss=https%3A%2F%2Fauth.example.com")
        #expect(throws: AuthError.self) { try result?.get() }
        if case .failure(let failure) = result { #expect(failure.code == code) }
    }

    @Test func `the page is French if the browser prefers French, and English otherwise`() {
        func page(_ language: String) -> String {
            let head = "GET / HTTP/1.1\r\nAccept-Language: \(language)\r\n\r\n"
            let language = LoopbackRequest(head: Array(head.utf8))?.language ?? ""
            return String(decoding: LoopbackPage.done.answer(in: language), as: UTF8.self)
        }
        for french in ["fr-FR,fr;q=0.9,en;q=0.8", "fr", "FR"] {
            #expect(page(french).contains("Vous pouvez fermer cette fenêtre"), "\(french)")
        }
        for other in ["en-GB,fr;q=0.5", "frr", "de", ""] {
            #expect(page(other).contains("You can close this window"), "\(other)")
        }
    }
}

@Suite struct LoopbackBrowserTests {
    let transport = URLSessionTransport()
    let request = CredentialRequest { () async throws(AuthError) in Nonce(Secret("unused")) }

    @Test func `the browser's redirect ends the wait, and twenty silent connections do not delay it`() async throws {
        let opened = Promise<URL>()
        let server = try #require(URL(string: "https://auth.example.com"))
        let source = WebSignIn(
            server: server, app: "castmate", provider: .apple, browser: LoopbackBrowser { opened.fulfill($0) })
        let signIn = Task { try await source.credential(for: request) }
        let fields = FormEncoding.decode(await opened.value.query ?? "") ?? []
        func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        let callback = field("redirect_uri")
        let silent = try (0..<20).map { _ in try connect(callback) }
        defer { for connection in silent { close(connection) } }

        let wrong = try await get(callback, [("code", "c"), ("state", "wrong"), ("iss", "https://auth.example.com")])
        #expect(wrong.status == 400)
        let right = try await get(
            callback, [("code", "c-1"), ("state", field("state")), ("iss", "https://auth.example.com")])
        #expect(right.status == 200)
        #expect(String(decoding: right.body, as: UTF8.self).contains("close this window"))
        guard case .authorizationCode(let code) = try await signIn.value else {
            Issue.record("not a code")
            return
        }
        #expect(code.code == Secret("c-1"))
        #expect(code.redirectURI == callback)
        #expect(code.clientID == "castmate")
        #expect(PKCE(verifier: code.verifier).challenge == field("code_challenge"))
    }

    @Test func `the wait ends at the time limit if the user does not return`() async throws {
        let clock = ManualClock()
        let server = try #require(URL(string: "https://auth.example.com"))
        let source = WebSignIn(
            server: server, app: "a",
            browser: LoopbackBrowser(timeout: .seconds(60), clock: clock.clock) { _ in })
        let signIn = Task { try await source.credential(for: request) }
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(60))
        await expectError(.cancelled) { _ = try await signIn.value }
    }

    @Test func `cancelling the sign-in closes the port`() async throws {
        let opened = Promise<URL>()
        let server = try #require(URL(string: "https://auth.example.com"))
        let source = WebSignIn(server: server, app: "a", browser: LoopbackBrowser { opened.fulfill($0) })
        let signIn = Task { try await source.credential(for: request) }
        let fields = FormEncoding.decode(await opened.value.query ?? "") ?? []
        let callback = try #require(fields.first { $0.name == "redirect_uri" }?.value)
        signIn.cancel()
        await expectError(.cancelled) { _ = try await signIn.value }
        #expect(await eventually { (try? await get(callback, [])) == nil })
    }

    private func get(_ address: String, _ fields: [(name: String, value: String)]) async throws -> TransportResponse {
        let url = try #require(URL(string: "\(address)?\(FormEncoding.encode(fields))"))
        return try await transport.send(TransportRequest(method: "GET", url: url))
    }

    private func connect(_ address: String) throws -> Int32 {
        let port = try #require(URL(string: address)?.port)
        return try LoopbackSocket.connect(port: UInt16(port))
    }
}
