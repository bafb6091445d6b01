import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameTesting
import Testing

/// Tests of second factors in the SDK with the real server.
struct SecondFactorTests {
    private let phone = NewSecondFactor.phone("+33612345678")

    /// Returns the code of the last text message, once the given number of text messages has arrived.
    private func code(of texts: Int, at server: RunningServer) async throws -> Secret {
        try await server.arrived {
            let sent = server.providers.inbox.messages("text", to: "+33612345678")
            return sent.count >= texts ? sent.last?["code"]?.string.map { Secret($0) } : nil
        }
    }

    private func credential(at server: RunningServer, _ device: Phone) async throws -> AuthCredential {
        try await MintedCredential(server: server, provider: .google, user: 1)
            .credential(for: device.manager.request(for: .replacingGuest))
    }

    /// Starts a sign-in on a device, and returns the second-factor challenge that the server requires.
    private func step(at server: RunningServer, _ device: Phone) async throws -> SecondFactorChallenge {
        let error = await #expect(throws: AuthError.self) {
            try await device.manager.signIn(with: try await credential(at: server, device), replacingGuest: true)
        }
        return try #require(error?.secondFactor)
    }

    @Test func `an SMS code completes a sign-in on another device and replaces its guest`() async throws {
        try await RunningServer.run { server in
            let (first, tablet) = (Phone(server), Phone(server, name: "tablet"))
            let user = try await first.manager.signIn(with: try await credential(at: server, first)).user
            _ = try await first.manager.startSecondFactorEnrollment(phone)
            try await first.manager.finishSecondFactorEnrollment(phone, code: try await code(of: 1, at: server))

            let guest = try await tablet.manager.signInAnonymously()
            // The account requires more than a link could show, so the user leaves the guest account behind or nothing
            // changes.
            let error = await #expect(throws: AuthError.self) {
                try await tablet.manager.signIn(using: MintedCredential(server: server, provider: .google, user: 1))
            }
            guard case .chooseAccount(nil)? = error?.recovery else {
                Issue.record("another recovery")
                return
            }
            let step = try await step(at: server, tablet)
            #expect(step.factors.map(\.phone) == ["+*********78"] && tablet.manager.auth == guest)
            try await tablet.manager.sendSecondFactorCode(toSignInWith: step.ticket, language: "fr")
            let proof = SecondFactorProof(.code(try await code(of: 2, at: server)), ticket: step.ticket)
            let signIn = try await tablet.manager.signIn(with: .secondFactor(proof))
            #expect(signIn.user.uid == user.uid)
            #expect(await tablet.restarted().manager.auth?.uid == user.uid)
        }
    }

    @Test func `an app killed before the second step can sign in again`() async throws {
        try await RunningServer.run { server in
            let (first, tablet) = (Phone(server), Phone(server, name: "tablet"))
            try await first.manager.signIn(with: try await credential(at: server, first))
            let begun = try await first.manager.startSecondFactorEnrollment(.authenticator())
            var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
            try await first.manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: Date()))
            _ = try await step(at: server, tablet)
            let again = await tablet.restarted()
            #expect(again.manager.state == .signedOut(.noSession))
            let step = try await step(at: server, again)
            let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
            try await again.manager.signIn(with: .secondFactor(proof))
        }
    }

    @Test func `a contract sign-in without a nonce requires the second factor too`() async throws {
        try await RunningServer.run { server in
            let manager = AuthManager(server.configuration(app: "castmate"))
            func signIn() async throws -> AuthError? {
                let token = try await server.google("castmate", subject: "42")
                return await #expect(throws: AuthError.self) {
                    try await manager.signIn(with: .google(idToken: token, nonce: nil))
                }
            }
            let ticket = try #require(try await signIn()?.registration?.ticket)
            let form = Registration(ticket: ticket, role: "ACTEUR", profile: ["nom": "User"])
            let user = try await manager.signIn(with: .registration(form)).user
            let begun = try await manager.startSecondFactorEnrollment(.authenticator())
            var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
            try await manager.finishSecondFactorEnrollment(.authenticator(), code: app.code(at: Date()))
            await manager.signOut()
            let step = try #require(try await signIn()?.secondFactor)
            let proof = SecondFactorProof(.code(app.code(at: Date())), ticket: step.ticket)
            #expect(try await manager.signIn(with: .secondFactor(proof)).user.uid == user.uid)
        }
    }

    @Test func `deleting an account after an old sign-in requires its second factor`() async throws {
        try await RunningServer.run { server in
            let device = Phone(server)
            try await device.manager.signIn(with: try await credential(at: server, device))
            _ = try await device.manager.startSecondFactorEnrollment(phone)
            try await device.manager.finishSecondFactorEnrollment(phone, code: try await code(of: 1, at: server))
            try server.providers.clock.advance(by: 600)
            let stale = await #expect(throws: AuthError.self) { try await device.manager.deleteAccount() }
            #expect(stale?.code == .reauthenticationRequired)
            let first = try await credential(at: server, device)
            let refused = await #expect(throws: AuthError.self) {
                try await device.manager.deleteAccount(confirmedBy: first)
            }
            #expect(refused?.code == .secondFactorRequired && refused?.secondFactor == nil)
            try await device.manager.sendSecondFactorCode()
            let proof = SecondFactorProof(.code(try await code(of: 2, at: server)))
            try await device.manager.deleteAccount(confirmedBy: .secondFactor(proof))
            #expect(device.manager.state == .signedOut(.accountDeleted))
        }
    }
}
