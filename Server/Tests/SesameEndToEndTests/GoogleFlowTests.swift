import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import Testing

/// Tests of Google sign-in without Google's SDK, and with an SDK that supports no nonce.
struct GoogleFlowTests {
    /// A browser whose user agrees at once. It requests the page and follows no redirect.
    private struct Browser: WebAuthentication {
        let client = HTTPClient(allowsPlainHTTP: true)

        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let redirectURI = attempt.redirectURI ?? ""
            let request = OutgoingRequest(url: try attempt.url(redirectURI: redirectURI).absoluteString)
            let answer: OutgoingResponse
            do {
                answer = try await client.send(request)
            } catch {
                throw AuthError(.offline, "no page", cause: error)
            }
            let location = answer.headers.first { $0.name.lowercased() == "location" }?.value
            guard let url = location.flatMap({ URL(string: $0) }) else {
                throw AuthError(.invalidRequest, "the page sends nowhere: \(answer.status)")
            }
            await client.shutdown()
            return WebSignInResult(redirectURI: redirectURI, url: url)
        }
    }

    private func source(_ server: RunningServer, serverClientID: String?) throws -> GoogleWebSignIn {
        let endpoints = server.providers.endpoints(of: .google)
        return GoogleWebSignIn(
            client: .iOS(id: "123-ios.google.example"), serverClientID: serverClientID, browser: Browser(),
            endpoints: .init(
                authorization: try #require(URL(string: endpoints.authorization)),
                token: try #require(URL(string: endpoints.token)), issuers: [server.providers.google.issuer]))
    }

    private func manager(_ server: RunningServer, app: String = "couple") -> AuthManager {
        AuthManager(server.configuration(app: app))
    }

    @Test func `a token from an iOS client's browser flow signs the user in`() async throws {
        try await RunningServer.run { server in
            server.providers.google.autoApproval = .approve(user: 1)
            let manager = manager(server)
            let result = try await source(server, serverClientID: "google-couple").result(
                for: manager.request(for: .signIn))
            #expect(result.givenName == "Test")
            #expect(result.email != nil)
            let user = try await manager.signInWithGoogle(result: result)
            #expect(user.email == result.email)
            #expect(user.providers == ["google"])
        }
    }

    @Test(arguments: ["google-couple", nil])
    func `the ID token is for the server's client, or for the app's own without one`(serverClientID: String?)
        async throws
    {
        try await RunningServer.run { server in
            server.providers.google.autoApproval = .approve(user: 1)
            let manager = manager(server)
            let result = try await source(server, serverClientID: serverClientID).result(
                for: manager.request(for: .signIn))
            let claims = try #require(try TokenInspection.unverified(Array(result.idToken.exposed.utf8)).claims)
            #expect(claims["aud"]?.string == serverClientID ?? "123-ios.google.example")
            #expect(claims["azp"]?.string == "123-ios.google.example")
            try await manager.signInWithGoogle(result: result)
        }
    }

    @Test func `declining consent throws a cancelled error`() async throws {
        try await RunningServer.run { server in
            server.providers.google.autoApproval = .deny
            let source = try source(server, serverClientID: "google-couple")
            let error = await #expect(throws: AuthError.self) { try await manager(server).signIn(using: source) }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `a contract token without a nonce signs in once the sign-up form is sent`() async throws {
        try await RunningServer.run { server in
            let manager = manager(server, app: "castmate")
            let result = GoogleSignInResult(
                idToken: try await server.google("castmate", subject: "42"), role: "ACTEUR")
            let error = await #expect(throws: AuthError.self) { try await manager.signInWithGoogle(result: result) }
            guard case .register(let registration) = error?.recovery else {
                Issue.record("no registration")
                return
            }
            let form = Registration(ticket: registration.ticket, role: "ACTEUR", profile: ["nom": "User"])
            let signUp = try await manager.signIn(with: .registration(form))
            #expect(signUp.isNewUser)
            #expect(signUp.user.role == "ACTEUR")

            let device = self.manager(server, app: "castmate")
            let user = try await device.signInWithGoogle(result: result)
            #expect(user.uid == signUp.user.uid)
            #expect(user.role == "ACTEUR")
            let token = try await device.accessToken()
            #expect(try await device.accessToken(rejecting: token) != token)
            await device.signOut()

            let wrong = GoogleSignInResult(
                idToken: try await server.google("castmate", subject: "42"), role: "RECRUTEUR")
            let refusal = await #expect(throws: AuthError.self) {
                try await self.manager(server, app: "castmate").signInWithGoogle(result: wrong)
            }
            #expect(refusal?.code == .roleMismatch)
        }
    }
}
