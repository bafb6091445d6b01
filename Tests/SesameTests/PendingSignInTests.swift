import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of sign-ins that wait for a form or a second factor while a guest is signed in.
@Suite struct PendingSignInTests {
    let clock = ManualClock()
    let service: MockAuthService
    let store = MemorySessionStore(.sample(100, user: .guest))
    let manager: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: store, clock: clock.clock)
    }

    private typealias Google = GuestSignInTests.Google

    @Test func `the form of a sign-in that replaces the guest replaces that guest`() async throws {
        service.fail(.exchange, with: .isMissing)
        let error = await #expect(throws: AuthError.self) {
            _ = try await manager.signIn(using: Google(), replacingGuest: true)
        }
        service.fail(.exchange, with: nil)
        let form = Registration(ticket: try #require(error?.registration?.ticket), profile: [:])
        #expect(try await manager.signIn(with: .registration(form)).user.uid != UserAuthInfo.guest.uid)
    }

    @Test func `the form of a sign-in that replaces one guest does not replace another`() async throws {
        service.fail(.exchange, with: .isMissing)
        let error = await #expect(throws: AuthError.self) {
            _ = try await manager.signIn(using: Google(), replacingGuest: true)
        }
        service.fail(.exchange, with: nil)
        await manager.signOut()
        let guest = try await manager.signInAnonymously()
        let form = Registration(ticket: try #require(error?.registration?.ticket), profile: [:])
        await expectError(.guestSignedIn) { _ = try await manager.signIn(with: .registration(form)) }
        #expect(manager.auth == guest)
    }

    @Test func `a sign-in replaces only the guest present when it started`() async throws {
        service.fail(.exchange, with: .isMissing)
        service.hold(.exchange)
        let attempt = Task { try await manager.signIn(using: Google(), replacingGuest: true) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        await manager.signOut()
        var other = UserAuthInfo.guest
        other.uid = "uid-other"
        try store.save(.sample(101, user: other))
        await manager.restore()
        service.release(.exchange)
        let error = await #expect(throws: AuthError.self) { _ = try await attempt.value }
        service.fail(.exchange, with: nil)
        let form = Registration(ticket: try #require(error?.registration?.ticket), profile: [:])
        await expectError(.guestSignedIn) { _ = try await manager.signIn(with: .registration(form)) }
        #expect(manager.auth == other)
    }

    @Test func `a second factor continues a guest's upgrade only if the guest chose to switch`() async throws {
        let credential = LinkableCredential.password(.init(email: "a@example.com", password: Secret("correct horse")))
        for (policy, code) in [(ConflictPolicy.switch, AuthError.Code.ticketExpired), (.fail, .guestSignedIn)] {
            service.fail(.link, with: .secondFactor(ticket: "sf-\(policy)"))
            let error = await #expect(throws: AuthError.self) {
                _ = try await manager.upgrade(with: credential, onConflict: policy)
            }
            let ticket = try #require(error?.secondFactor?.ticket)
            // The double does not know the test's invented ticket; the error shows that the sign-in was allowed to
            // continue.
            await expectError(code) {
                _ = try await manager.signIn(
                    with: .secondFactor(SecondFactorProof(.code(Secret("123456")), ticket: ticket)))
            }
        }
    }

    @Test func `a form does not replace a guest who signs in after it, unless the app says so`() async throws {
        await manager.signOut()
        service.fail(.exchange, with: .isMissing)
        let error = await #expect(throws: AuthError.self) { _ = try await manager.signIn(using: Google()) }
        service.fail(.exchange, with: nil)
        let guest = try await manager.signInAnonymously()
        let form = Registration(ticket: try #require(error?.registration?.ticket), profile: [:])
        await expectError(.guestSignedIn) { _ = try await manager.signIn(with: .registration(form)) }
        #expect(manager.auth == guest)
        // The app can allow it explicitly.
        #expect(try await manager.signIn(with: .registration(form), replacingGuest: true).user.uid != guest.uid)
    }
}
