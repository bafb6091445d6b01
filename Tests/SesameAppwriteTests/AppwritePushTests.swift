import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

@testable import SesameAppwrite

@Suite struct AppwritePushTests {
    let server = AppwriteDouble()
    let manager: AuthManager
    let pushes: AppwritePushTokenService

    init() throws {
        let project = try AppwriteProject.double()
        manager = AuthManager(
            service: AppwriteAuthService(project: project, transport: server), store: MemorySessionStore())
        pushes = AppwritePushTokenService(project: project, auth: manager, provider: "apns-1", transport: server)
    }

    private func signIn() async throws -> UserAuthInfo {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn))).user
    }

    @Test func `a push target has the session and the project's provider, and ends with the session`() async throws {
        let user = try await signIn()
        try await pushes.register(.apns([1, 171]), installation: "i-1", for: user.uid)
        let target = try #require(server.withState { $0.targets.first })
        #expect(target.session == manager.sessionID && target.identifier == "01ab" && target.provider == "apns-1")
        await manager.signOut()
        await manager.sendPendingRevocations()
        #expect(server.withState { $0.targets.isEmpty })
    }

    @Test func `a later session gets a new push target, which outlives the earlier session`() async throws {
        let user = try await signIn()
        try await pushes.register(.apns([1]), installation: "i-1", for: user.uid)
        let first = try #require(manager.sessionID)
        _ = try await signIn()
        try await pushes.register(.apns([1]), installation: "i-1", for: user.uid)
        await manager.sendPendingRevocations()
        #expect(server.withState { $0.sessions.contains { $0.id == first } } == false)
        #expect(server.withState { $0.targets.map(\.session) } == [manager.sessionID])
    }

    @Test func `a registration that finds the session ended signs the user out`() async throws {
        let user = try await signIn()
        server.withState { $0.sessions = [] }
        await expectError(.sessionEnded) {
            try await pushes.register(.apns([1]), installation: "i-1", for: user.uid)
        }
        #expect(manager.auth == nil)
    }

    @Test func `a failed registration does not sign out; an existing target is deleted and retried once`() async throws
    {
        let user = try await signIn()
        for (status, type) in [(500, "general_unknown"), (403, "general_unknown_origin"), (409, "something_new")] {
            server.refuse("POST /account/targets/push", status, type)
            await #expect(throws: AuthError.self) {
                try await pushes.register(.apns([1]), installation: "i-1", for: user.uid)
            }
        }
        #expect(manager.auth != nil)
        server.refuse("POST /account/targets/push", 409, "user_target_already_exists")
        await expectError(.invalidRequest) {
            try await pushes.register(.apns([1]), installation: "i-1", for: user.uid)
        }
        #expect(
            server.lines.suffix(3) == [
                "POST /account/targets/push", "DELETE /account/targets/i-1/push", "POST /account/targets/push",
            ])
    }

    @Test func `removing a push target has a timeout of five seconds, and its failure is an error`() async throws {
        let user = try await signIn()
        let session = try await manager.session(for: user.uid)
        try await pushes.remove(installation: "i-1", of: session)
        #expect(server.requests.last?.timeout == .seconds(5))
        server.refuse("DELETE /account/targets/i-1/push", 500, "general_unknown")
        await expectError(.storageUnavailable) { try await pushes.remove(installation: "i-1", of: session) }
    }

    @Test(arguments: [("i-1", "i-1"), ("-x", "i-x"), ("_x", "i_x"), ("Zx", "Zx")])
    func `an installation id becomes an id that Appwrite accepts`(installation: String, target: String) {
        #expect(AppwritePushTokenService.target(of: installation) == target)
    }
}
