import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

/// Tests of an app that is killed between any two steps or at a random moment. After a restart, the user is either
/// signed in or signed out, and every session that the app had stored is its current one or has ended.
@Suite(.serialized) struct CrashTests {
    @Test(arguments: ["sign-in", "replace", "refresh", "sign-out", "delete"])
    func `an app killed between any two steps recovers`(operation: String) async throws {
        try await RunningServer.run { server in
            let whole = try await app(server, before: operation).run(operation)
            #expect(whole.end == .succeeded)
            #expect(whole.points.last == "end")
            for point in whole.points.indices {
                let app = try await app(server, before: operation)
                let before = try app.store.load()
                let run = try await app.run(operation, killedAt: point)
                #expect(run.end == .killed)
                try await expectRecovery(of: app, from: run, operation, before, server)
            }
        }
    }

    @Test func `an app killed at any moment of a refresh is still signed in after a restart`() async throws {
        try await RunningServer.run { server in
            let app = try await app(server, before: "refresh")
            var generator = SeededGenerator(seed: 20_261_121)
            for _ in 0..<20 {
                let program = try app.start("refresh-for-ever")
                #expect(await program.writes("begin"))
                try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000, using: &generator)))
                program.kill()
                #expect(await program.end() == .killed)
                let restarted = app.restart(server.url)
                guard case .signedIn = await restarted.restore() else {
                    Issue.record("nobody is signed in any more")
                    return
                }
                _ = try await restarted.accessToken(rejecting: restarted.accessToken())
            }
        }
    }

    @Test func `three processes that share one store refresh once`() async throws {
        try await RunningServer.run { server in
            try await FaultyNetwork.run(to: server.url, seed: 1) { network in
                network.calm()
                let app = CrashingApp(server: network.url, folder: server.folder)
                _ = try await app.run("sign-in")
                var session = try #require(try app.store.load())
                session.expiresAt = Date(timeIntervalSinceNow: -1)
                try app.store.save(session)

                network.hold()
                let programs = try (0..<3).map { _ in try app.start("token") }
                // One program asks the server, and the others have found its lease.
                var waiting = 0
                for program in programs where await program.writes("lease") {
                    waiting += program.lines.contains { $0.hasSuffix("no lease") } ? 1 : 0
                }
                network.release()
                for program in programs {
                    #expect(await program.end() == .succeeded)
                    #expect(program.lines.contains { $0.hasPrefix("token ") })
                }
                #expect(waiting == 2)
                #expect(network.requestCount(of: "/v1/sessions/refresh") == 1)
            }
        }
    }

    /// Returns an app on a new device, with a signed-in user unless the operation is the sign-in.
    private func app(_ server: RunningServer, before operation: String) async throws -> CrashingApp {
        let app = CrashingApp(server: server.url, folder: server.folder)
        if operation != "sign-in" { _ = try await app.restart(server.url).signInAnonymously() }
        return app
    }

    private func expectRecovery(
        of app: CrashingApp, from run: CrashingApp.Run, _ operation: String, _ before: Session?,
        _ server: RunningServer
    ) async throws {
        let place: Comment = "\(operation), killed at \(run.points.last ?? "")"
        let held = try app.store.load()
        let queued = try app.store.queuedSignOuts()
        let restarted = app.restart(server.url)
        let offline = await restarted.restore()
        #expect(offline.isResolved, place)

        // A signed-in session must work; one that the server has ended is noticed at the first contact.
        let isAlive = (try? await restarted.accessToken(rejecting: held?.accessToken ?? Secret(""))) != nil
        #expect(isAlive == (restarted.auth != nil), place)
        await restarted.sendPendingRevocations()
        #expect(try app.store.queuedSignOuts().isEmpty, place)
        #expect(try (app.store.load() != nil) == isAlive, place)

        // An earlier session of the device is its current one, or has ended.
        let known = [before, held].compactMap(\.self).map { Revocation($0) } + queued
        for revocation in known where try app.store.load()?.id != revocation.sessionID {
            let session = Session.sample(1, id: revocation.sessionID).with(revocation.refreshToken)
            await #expect(throws: AuthError.self, place) { _ = try await server.service.refresh(session) }
        }
        try expectOutcome(operation, run, isAlive: isAlive, queued: queued, place)
    }

    /// Checks that the operation took either full effect or none: a sign-in takes effect once its session is stored, a
    /// sign-out once its revocation is stored, and a deletion once the server has responded. A replacement and a
    /// refresh always leave the user signed in.
    private func expectOutcome(
        _ operation: String, _ run: CrashingApp.Run, isAlive: Bool, queued: [Revocation], _ place: Comment
    ) throws {
        let passed = run.points
        switch operation {
        case "sign-in": #expect(isAlive == passed.contains { $0 == "after write session" }, place)
        case "replace", "refresh": #expect(isAlive, place)
        case "sign-out":
            #expect(isAlive == !passed.contains("after write revocations"), place)
        case "delete": #expect(isAlive == !passed.contains { $0.hasPrefix("after DELETE") }, place)
        default: Issue.record(place)
        }
    }
}

extension Session {
    fileprivate func with(_ refreshToken: Secret) -> Session {
        var session = self
        session.refreshToken = refreshToken
        return session
    }
}

extension AuthState {
    fileprivate var isResolved: Bool {
        switch self {
        case .signedIn, .signedOut: true
        case .unresolved, .locked: false
        }
    }
}
