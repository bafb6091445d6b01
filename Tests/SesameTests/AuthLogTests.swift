import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct AuthLogTests {
    let clock = ManualClock()
    let log = RecordingLog()
    let service: MockAuthService
    let store = MockSessionStore()
    let manager: AuthManager

    init() {
        service = MockAuthService(clock: clock.clock, users: [.second])
        manager = AuthManager(service: service, store: store, log: log, clock: clock.clock)
    }

    /// Runs the operation, and advances the clock by 120 milliseconds during the given call of the service.
    func slowly(_ call: MockAuthService.Call, _ operation: @escaping @Sendable () async throws -> Void) async {
        service.hold(call)
        let task = Task { try await operation() }
        #expect(await eventually { service.count(of: call) == 1 })
        clock.advance(by: .milliseconds(120))
        service.release(call)
        _ = await task.result
    }

    @Test func `a sign-in is logged with its method, duration and whether the account is new`() async {
        await slowly(.exchange) { [manager] in try await manager.signIn(with: .apple(user: "u")) }
        #expect(
            log.lines == [
                "sign_in_began method=apple", "sign_in_succeeded duration_ms=120 method=apple new_user=true",
                "account_created method=apple",
            ])
    }

    @Test func `a failed sign-in is logged with its code; a cancelled or throttled one is no failure`() async {
        service.fail(.exchange, with: .isOffline)
        _ = await Result { () async throws(AuthError) in try await manager.signIn(with: .anonymous) }
        service.fail(.exchange, with: AuthError(.cancelled, ""))
        _ = await Result { () async throws(AuthError) in try await manager.signIn(with: .anonymous) }
        service.fail(.exchange, with: nil)
        let result = GoogleSignInResult(idToken: Secret("t"), nonce: Nonce(Secret("n")))
        for _ in 0..<2 {
            _ = await Result { () async throws(AuthError) in try await manager.signInWithGoogle(result: result) }
        }
        #expect(
            log.lines.filter { !$0.hasPrefix("sign_in_began") } == [
                "sign_in_failed code=offline duration_ms=0 method=anonymous",
                "sign_in_cancelled code=cancelled duration_ms=0 method=anonymous",
                "sign_in_succeeded duration_ms=0 method=google new_user=true", "account_created method=google",
                "sign_in_throttled code=throttled method=google",
            ])
        #expect(log.events.filter(\.isFailure).map(\.kind) == [.signInFailed])
    }

    @Test func `a session is logged from its restoration to its revocation`() async throws {
        try store.save(.sample(1))
        store.fail(.read(.session), with: .isLocked)
        await manager.restore()
        store.fail(.read(.session), with: nil)
        await manager.restore()
        await manager.restore()
        clock.advance(by: .seconds(1_000))
        await slowly(.refresh) { [manager] in _ = try await manager.accessToken() }
        service.fail(.refresh, with: .isOffline)
        _ = await Result { () async throws(AuthError) in try await manager.accessToken(rejecting: Secret("a-1")) }
        service.fail(.revoke, with: .isOffline)
        await manager.signOut()
        service.fail(.revoke, with: nil)
        await manager.signOut()
        #expect(
            log.lines == [
                "session_locked code=storage_locked", "session_restored", "refresh_succeeded duration_ms=120",
                "refresh_failed code=offline duration_ms=0", "signed_out reason=requested", "revocation_queued",
                "revocation_failed code=offline", "revocation_delivered",
            ])
    }

    @Test func `an end by the server, a deletion and an unreadable store are logged`() async throws {
        try store.save(.sample(1))
        store.fail(.read(.session), with: .isFull)
        await manager.restore()
        store.fail(.read(.session), with: nil)
        clock.advance(by: .seconds(1_000))
        service.fail(.refresh, with: AuthError(.sessionRevoked, ""))
        _ = await Result { () async throws(AuthError) in try await manager.accessToken() }
        try await manager.signIn(with: .anonymous)
        service.fail(.delete, with: AuthError(.reauthenticationRequired, ""))
        _ = await Result { () async throws(AuthError) in try await manager.deleteAccount() }
        service.fail(.delete, with: nil)
        try await manager.deleteAccount()
        #expect(
            log.lines == [
                "session_unreadable code=storage_unavailable", "session_restored",
                "signed_out reason=session_revoked", "refresh_failed code=session_revoked duration_ms=0",
                "sign_in_began method=anonymous",
                "sign_in_succeeded duration_ms=0 method=anonymous new_user=true", "account_created method=anonymous",
                "deletion_failed code=reauthentication_required duration_ms=0",
                "signed_out reason=account_deleted", "account_deleted duration_ms=0",
            ])
    }

    @Test func `an unknown error code is not quoted in the log`() {
        let foreign = AuthError.Code(rawValue: "mail person@example.com")
        #expect(AuthEvent(.signInFailed, code: foreign).description == "sign_in_failed code=unknown")
        #expect(AuthEvent(.signedOut, reason: .ended(foreign)).description == "signed_out reason=unknown")
        #expect(AuthEvent(.signInFailed, code: .offline).code == .offline)
    }

    @Test func `no event has a field for free text`() {
        let event = AuthEvent(
            .signInSucceeded, method: .apple, code: .offline, duration: .seconds(1), isNewUser: true, outcome: .linked,
            reason: .byUser)
        let closed: [any Any.Type] = [
            AuthEvent.Kind.self, SignInMethod?.self, AuthError.Code?.self, Duration?.self, Bool?.self,
            UpgradeOutcome?.self, SignOutReason?.self,
        ]
        for child in Mirror(reflecting: event).children {
            #expect(closed.contains { type(of: child.value) == $0 }, "\(child.label ?? "")")
        }
    }

    @Test func `a clock that is set back causes no negative duration`() async {
        service.hold(.exchange)
        let task = Task { [manager] in try await manager.signIn(with: .anonymous) }
        #expect(await eventually { service.count(of: .exchange) == 1 })
        clock.advance(by: .seconds(-3_600))
        service.release(.exchange)
        _ = await task.result
        #expect(log.events.first { $0.kind == .signInSucceeded }?.duration == .zero)
    }
}
