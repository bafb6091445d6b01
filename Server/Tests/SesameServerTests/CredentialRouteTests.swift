import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import Testing

@testable import SesameAccounts
@testable import SesameServer

/// Tests that send wrong credentials to every route of a whole server, as an attacker who knows the documentation
/// could.
struct CredentialRouteTests {
    /// Sends wrong credentials of every kind to all routes.
    /// - Parameter hasAdminAddress: True if the admin API has its own address. Admin keys are then accepted only there.
    @Test(arguments: [false, true])
    func `exactly the routes that take a credential count a wrong one`(
        hasAdminAddress: Bool
    ) async throws {
        let server = try await WholeServer(hasAdminAddress: hasAdminAddress)
        var (forgotten, unexpected): ([String], [String]) = ([], [])
        var sender = 0
        for router in server.application.routers {
            for route in router.routes() {
                var counted = false
                for attempt in server.attempts(at: route) {
                    sender += 1
                    let request = try attempt.request(from: sender)
                    let response = await router.answer(request)
                    #expect(response.status.code < 500 || response.status == .notImplemented, "\(route.pattern)")
                    if server.refusals(of: request) > 0 { counted = true }
                }
                let name = "\(route.method.rawValue) \(route.pattern)"
                switch route.input {
                case .credential: if !counted { forgotten.append(name) }
                case .none: if counted { unexpected.append(name) }
                }
            }
        }
        await server.close()
        #expect(sender > 300)
        #expect(forgotten == [], "declared to take a credential, and a wrong one does not count")
        #expect(unexpected == [], "declared to take no credential, and one was refused")
    }

    /// Sends requests without a credential to all `GET` routes, with and without an `Origin`. They must not count as
    /// rejected credentials: apps check at launch if a user is signed in, and users are not responsible for requests
    /// that pages of other origins send.
    @Test func `a request without a credential counts as no rejected credential`() async throws {
        let server = try await WholeServer()
        var asked = 0
        for router in server.application.routers {
            for route in router.routes() where route.method == .GET {
                for fields in [[], [("Origin", "https://elsewhere.example")]] {
                    let attempt = server.attempt(at: route, fields)
                    asked += 1
                    let request = try attempt.request(from: asked)
                    let status = await router.answer(request).status
                    guard [.unauthorized, .forbidden].contains(status) else { continue }
                    #expect(server.refusals(of: request) == 0, "\(route.pattern)")
                }
            }
        }
        #expect(asked > 100)
        await server.close()
    }

    @Test func `an expired token of the server does not count as rejected, but a forged one does`() async throws {
        let server = try await WholeServer()
        let session = try await server.person().session
        let expired = try server.application.accounts.sessions.issuer.tokens(
            for: session, accessTokenLifetime: 900, at: Date(timeIntervalSinceNow: -7_200)
        ).accessToken.exposed
        for (token, count) in [(expired, 0), (expired + "x", 1)] {
            let attempt = WholeServer.Attempt(
                method: .GET, target: "/v1/me", headers: ["Host": "127.0.0.1", "Authorization": "Bearer \(token)"],
                body: "")
            let request = try attempt.request(from: 1)
            #expect(await server.answer(request).status == .unauthorized)
            #expect(server.refusals(of: request) == count)
        }
        await server.close()
    }

    @Test(arguments: ["sk_none", "fa_none", "a.b.c"], [false, true])
    func `a back end's wrong credential also counts at documents`(
        credential: String, hasAdminAddress: Bool
    ) async throws {
        let server = try await WholeServer(hasAdminAddress: hasAdminAddress)
        let attempt = WholeServer.Attempt(
            method: .GET, target: "/v1/projects/shop-1001/databases/(default)/documents/users/x",
            headers: ["Host": "127.0.0.1", "Authorization": "Bearer \(credential)"], body: "")
        let request = try attempt.request(from: 1)
        #expect(await server.answer(request).status == .unauthorized)
        #expect(server.refusals(of: request) == 1)
        await server.close()
    }

    @Test(arguments: ["/v1/account/recovery", "/v1/account/recovery/otp"])
    func `a wrong code from an Appwrite client counts even with an unknown user id`(path: String) async throws {
        let server = try await WholeServer()
        let attempt = WholeServer.Attempt(
            method: .PUT, target: path,
            headers: [
                "Host": "127.0.0.1", "X-Appwrite-Project": "shop", "Content-Type": "application/json",
            ], body: #"{"userId": "none", "secret": "000000", "password": "three small green boats"}"#)
        let request = try attempt.request(from: 1)
        #expect(await server.answer(request).status == .notFound)
        #expect(server.refusals(of: request) == 1)
        await server.close()
    }
}
