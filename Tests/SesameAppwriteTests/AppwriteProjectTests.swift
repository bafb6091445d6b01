import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame
@testable import SesameAppwrite

@Suite struct AppwriteProjectTests {
    @Test func `a cloud region has its own endpoint`() {
        let project = AppwriteProject(cloudRegion: "fra", id: "p")
        #expect(project?.endpoint.absoluteString == "https://fra.cloud.appwrite.io/v1")
        #expect(project?.url("/account")?.absoluteString == "https://fra.cloud.appwrite.io/v1/account")
    }

    @Test(arguments: ["", "fra.evil.example/", "FRA", "a b", "fra#"])
    func `an invalid region name is rejected`(region: String) {
        #expect(AppwriteProject(cloudRegion: region, id: "p") == nil)
    }

    @Test(arguments: ["https://example.com/v1/", "https://example.com/v1", "https://a:b@example.com/v1?x=1#y"])
    func `an endpoint's trailing slash, credentials, query and fragment are ignored`(
        address: String
    ) throws {
        let project = AppwriteProject(endpoint: try #require(URL(string: address)), id: "p")
        #expect(project.url("/account")?.absoluteString == "https://example.com/v1/account")
        #expect(project.url("/a", [("q", "b c")])?.absoluteString == "https://example.com/v1/a?q=b%20c")
    }

    @Test func `an endpoint without a host is rejected before any request`() async throws {
        let server = AppwriteDouble()
        let project = AppwriteProject(endpoint: try #require(URL(string: "example")), id: "p")
        let service = AppwriteAuthService(project: project, transport: server)
        await expectError(.invalidRequest) { _ = try await service.exchange(.anonymous) }
        #expect(server.requests.isEmpty)
    }

    @Test func `a project without a client name sends no Origin header`() async throws {
        let server = AppwriteDouble()
        let endpoint = try AppwriteProject.double().endpoint
        let service = AppwriteAuthService(
            project: AppwriteProject(endpoint: endpoint, id: "p", client: nil), transport: server)
        _ = try await service.exchange(.anonymous)
        #expect(server.requests.allSatisfy { $0.headers["Origin"] == nil })
    }

    @Test(
        arguments: [
            ("a_session_p=abc%3D; path=/", "abc="), ("a_session_p_legacy=abc; path=/", "abc"),
            ("a_session_p_legacy=one; path=/, a_session_p=two; path=/", "two"),
            ("x=1; expires=Sun, 21-Nov-2027 06:29:00 GMT, a_session_p=abc", "abc"),
            ("a_session_p=; path=/, a_session_p_legacy=abc", "abc"), ("a_session_q=abc", nil),
            ("x=a_session_p=abc", nil), ("b_a_session_p=abc", nil), ("", nil),
        ] as [(String, String?)])
    func `the session secret is read only from the project's own cookie`(header: String, secret: String?) {
        let response = TransportResponse(status: 201, headers: ["set-cookie": header], body: Array("{}".utf8))
        let answer = AppwriteResponseDecoder(response, isPersonal: false)
        #expect(answer.sessionSecret(of: "p") == secret.map { Secret($0) })
    }

    @Test(
        arguments: [
            ("2026-11-21T06:29:00.030+00:00", 1_795_242_540.03), ("2026-11-21T06:29:00.030Z", 1_795_242_540.03),
            ("2026-11-21", nil), ("", nil),
        ] as [(String, Double?)])
    func `only dates in Appwrite's format are read`(text: String, seconds: Double?) {
        let date = Date(appwrite: text)?.timeIntervalSince1970
        #expect(date.map { ($0 * 1_000).rounded() } == seconds.map { ($0 * 1_000).rounded() })
    }

    @Test func `printing a credential, web sign-in request or response shows no secret`() throws {
        let secret = "e30-of-a-session"
        let credential = AuthCredential.oneTimeToken(uid: "u", secret: Secret(secret))
        let page = AppwriteOAuthPage(project: try .double(), provider: "apple", scopes: [], state: secret)
        let attempt = WebSignInRequest(redirectURI: nil, page: page)
        let answer = AppwriteResponseDecoder(
            TransportResponse(status: 201, headers: ["set-cookie": "a_session_p=\(secret)"], body: Array(secret.utf8)),
            isPersonal: true)
        for value in [credential, attempt, answer] as [Any] {
            var text = ""
            dump(value, to: &text)
            #expect(!"\(value) \(String(reflecting: value)) \(text)".contains(secret))
        }
    }
}
