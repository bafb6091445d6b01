import Sesame
import SesameAppwrite
import SesameCore
import SesameWire
import Testing

@Suite struct AppwriteCodeTests {
    private let server = AppwriteDouble()

    private func service() throws -> AppwriteAuthService {
        AppwriteAuthService(project: try .double(), transport: server)
    }

    @Test(arguments: [
        (
            "test.user.1@example.com", "POST /account/tokens/email",
            #"{"email":"test.user.1@example.com","userId":"unique()"}"#
        ),
        ("+33612345678", "POST /account/tokens/phone", #"{"phone":"+33612345678","userId":"unique()"}"#),
    ])
    func `a code sent to an email address or phone number signs in to the same account each time`(
        receiver: String, line: String, body: String
    ) async throws {
        let service = try service()
        let sent = try await service.sendSignInCode(to: receiver, language: "fr")
        let request = try #require(server.requests.first)
        #expect(server.lines == [line] && request.headers["X-Appwrite-Locale"] == Secret("fr"))
        #expect(try JSONValue(parsing: Array(request.body.exposed.utf8)) == JSONValue(parsing: Array(body.utf8)))
        let user = try await service.exchange(.code(Secret("123456"), sent)).user
        #expect(server.lines[1] == "POST /account/sessions/token" && !user.isAnonymous)
        #expect(user.providers == [receiver.contains("@") ? "email" : "phone"])
        let again = try await service.sendSignInCode(to: receiver, language: nil)
        #expect(try await service.exchange(.code(Secret("123456"), again)).user.uid == user.uid)
    }

    @Test func `a one-time code without its id, or with a role, is rejected`() async throws {
        let service = try service()
        await expectError(.invalidRequest) {
            _ = try await service.exchange(.code(Secret("123456"), SentCode(to: "test.user.1@example.com")))
        }
        let sent = try await service.sendSignInCode(to: "test.user.1@example.com", language: nil)
        await expectError(.roleMismatch) {
            _ = try await service.exchange(.code(Secret("123456"), sent, role: "ACTEUR"))
        }
    }

    @Test func `a one-time code reauthenticates only if sent to the account's own phone number`() async throws {
        let service = try service()
        let sent = try await service.sendSignInCode(to: "+33612345678", language: nil)
        let session = try await service.exchange(.code(Secret("123456"), sent)).session
        let other = try await service.sendSignInCode(to: "+33698765400", language: nil)
        await expectError(.reauthenticationRequired) {
            _ = try await service.reauthenticate(session, with: .code(Secret("123456"), other))
        }
        let own = try await service.sendSignInCode(to: "+33612345678", language: nil)
        #expect(
            try await service.reauthenticate(session, with: .code(Secret("123456"), own)).user.uid == session.user.uid)
    }
}
