import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameDevelopmentProviders
import SesameWire
import Testing

/// Tests of the pages linked in the emails that the Appwrite client requests from the real server.
struct AppwriteMailTests {
    private let password = PasswordCredential(
        email: "test.user.1@example.com", password: Secret("the first password"))

    private func service(_ server: RunningServer) throws -> AppwriteAuthService {
        AppwriteAuthService(project: server.appwrite, mailPages: try .onThisMachine())
    }

    @Test func `a password recovery link leads to the app's page and sets a new password`() async throws {
        try await RunningServer.run { server in
            let service = try service(server)
            let session = try await service.exchange(.passwordRegistration(PasswordRegistration(password))).session
            try await service.sendPasswordReset(to: password.email, language: "fr")
            let link = try await server.link(of: "recovery", to: password.email)
            let body: JSONObject = [
                "userId": link.userID, "secret": link.secret, "password": "the second password",
            ]
            #expect(try await server.appwrite("PUT", "account/recovery", body).status == 200)
            let changed = PasswordCredential(email: password.email, password: Secret("the second password"))
            #expect(try await service.exchange(.password(changed)).user.uid == session.user.uid)
            let error = await #expect(throws: AuthError.self) {
                _ = try await service.exchange(.password(password))
            }
            #expect(error?.code == .invalidCredentials)
        }
    }

    @Test func `a verification link leads to the app's page and verifies the email address`()
        async throws
    {
        try await RunningServer.run { server in
            let service = try service(server)
            let session = try await service.exchange(.passwordRegistration(PasswordRegistration(password))).session
            try await service.sendVerification(for: session, language: "fr")
            let link = try await server.link(of: "verification", to: password.email)
            let body: JSONObject = ["userId": link.userID, "secret": link.secret]
            #expect(try await server.appwrite("PUT", "account/verification", body).status == 200)
            let account = try await server.appwrite("GET", "account", session: session.refreshToken)
            #expect(try JSONValue(parsing: account.body)["emailVerification"]?.bool == true)
        }
    }

    @Test(arguments: [("account/tokens/email", nil), ("account/tokens/magic-url", "http://127.0.0.1:9/sign-in")])
    func `a code from an email signs in only once`(path: String, page: String?) async throws {
        try await RunningServer.run { server in
            let service = try service(server)
            var body: JSONObject = ["userId": "unique()", "email": .string(password.email)]
            body["url"] = page.map { .string($0) }
            let answer = try await server.appwrite("POST", path, body)
            #expect(answer.status == 201)
            let uid = try #require(try JSONValue(parsing: answer.body)["userId"]?.string)
            let mail = try await server.mail(to: password.email)
            let code = try mail["code"]?.string ?? RunningServer.MailLink(in: mail).secret.string
            let credential = AuthCredential.oneTimeToken(uid: uid, secret: Secret(try #require(code)))
            let signIn = try await service.exchange(credential)
            #expect(signIn.isNewUser && signIn.user.email == password.email)
            await #expect(throws: AuthError.self) { _ = try await service.exchange(credential) }
        }
    }
}

extension AppwriteEmailRedirects {
    /// Returns the URLs of pages that no server serves. A test reads the links to them from the emails.
    static func onThisMachine() throws -> AppwriteEmailRedirects {
        AppwriteEmailRedirects(
            recovery: try #require(URL(string: "http://127.0.0.1:9/recovery")),
            verification: try #require(URL(string: "http://127.0.0.1:9/verification")))
    }
}

extension RunningServer {
    /// The Appwrite project that the server replaces.
    var appwrite: AppwriteProject {
        AppwriteProject(
            endpoint: url.appendingPathComponent("v1"), id: "couple", client: "appwrite-ios://example.couple")
    }

    /// Sends a request in Appwrite's protocol, as a page of the app does.
    fileprivate func appwrite(
        _ method: String, _ path: String, _ body: JSONObject? = nil, session: Secret? = nil
    ) async throws -> TransportResponse {
        var request = TransportRequest(method: method, url: url.appendingPathComponent("v1/\(path)"))
        request.headers["X-Appwrite-Project"] = Secret(appwrite.id)
        request.headers["X-Appwrite-Session"] = session
        if let body {
            request.headers["Content-Type"] = Secret("application/json")
            request.body = Secret(String(decoding: body.serialized(), as: UTF8.self))
        }
        return try await URLSessionTransport().send(request)
    }

    /// Waits for the first email to an address, and returns the email.
    fileprivate func mail(to address: String) async throws -> JSONObject {
        try await arrived { providers.inbox.messages("mail", to: address).first }
    }

    /// Returns the link in the first email to an address. The link must lead to the given page.
    fileprivate func link(of page: String, to address: String) async throws -> MailLink {
        let link = try MailLink(in: try await mail(to: address))
        #expect(link.page == "http://127.0.0.1:9/\(page)")
        return link
    }

    /// The first link in an email: the page's URL, and the query parameters `userId` and `secret`.
    fileprivate struct MailLink {
        let page: String
        let userID: JSONValue
        let secret: JSONValue

        init(in mail: JSONObject) throws {
            let text = try #require(mail["links"]?.array?.first?.string)
            var address = try #require(URLComponents(string: text))
            let query = address.queryItems ?? []
            func value(_ name: String) throws -> JSONValue {
                .string(try #require(query.first { $0.name == name }?.value))
            }
            (userID, secret) = (try value("userId"), try value("secret"))
            address.query = nil
            page = try #require(address.string)
        }
    }
}
