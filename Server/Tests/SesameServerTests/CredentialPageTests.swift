import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameTokens
import Testing

@testable import SesameAccounts
@testable import SesameServer
@testable import SesameSurface

/// Tests that wrong credentials on the later pages of a flow count as rejected, even if the page shows its form again.
struct CredentialPageTests {
    private let cookie = Secret(Base64URL.encode([UInt8](repeating: 7, count: 32)))

    @Test func `a wrong password on the email verification page counts as a rejected credential`() async throws {
        let server = try await WholeServer()
        let caller = try await server.person()
        let code = try await server.verificationCode(of: caller)
        let fields = ["code": code.exposed, "answer": "yes", "password": "wrong and long"]
        try await refuses(server, "/account/code/shop", fields, by: cookie, named: ["form"])
        await server.close()
    }

    @Test func `a wrong password or second factor at a confirmation counts as a rejected credential`() async throws {
        let server = try await WholeServer()
        let caller = try await server.owner()
        let session = server.application.accounts.sessions.sessionCookie(of: caller.session.id)
        let fields = ["password": "wrong and long"]
        try await refuses(server, "/account/confirm/password", fields, by: session, named: ["session"])
        try await server.addApp(to: caller)
        try await refuses(
            server, "/account/confirm/second-factor", ["code": "000000"], by: session, named: ["session"])
        await server.close()
    }

    @Test func `a wrong second factor at the end of a sign-in counts as a rejected credential`() async throws {
        let server = try await WholeServer()
        try await server.addApp(to: try await server.owner())
        let next = try await server.halfSignIn(in: cookie)
        let fields = ["next": next.exposed, "code": "000000"]
        try await refuses(server, "/sign-in/second-factor", fields, by: cookie, named: ["form", "browser"])
        await server.close()
    }

    private func refuses(
        _ server: WholeServer, _ path: String, _ fields: [String: String], by cookie: Secret, named names: [String]
    ) async throws {
        let cookies = names.map { "sesame_\($0)=\(cookie.exposed)" }
        let token = server.application.accounts.authorization.csrfToken(for: cookie).exposed
        let attempt = WholeServer.Attempt(
            method: .POST, target: path,
            headers: [
                "Host": "127.0.0.1", "Cookie": cookies.joined(separator: "; "),
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: (fields.map { ($0, $1) } + [("token", token)]).map { FormURLEncoder.encode([$0: $1]) }
                .joined(separator: "&"))
        let request = try attempt.request(from: 1)
        let before = server.refusals(of: request)
        let answer = await server.answer(request)
        #expect([.unprocessableEntity, .forbidden].contains(answer.status), "\(path)")
        #expect(answer.text.contains("action=\"\(path)\""))
        #expect(server.refusals(of: request) == before + 1, "\(path)")
    }
}
