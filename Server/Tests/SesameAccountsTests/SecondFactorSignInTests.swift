import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the effect of a second factor on sign-ins.
struct SecondFactorSignInTests {
    private let rig: FactorRig

    init() async throws { rig = try await FactorRig() }

    @Test func `a pending session is rejected everywhere until its second factor is verified`() async throws {
        let secret = try await rig.addApp(to: try await rig.person())
        let pending = try await rig.pending { _ = try await rig.signIn() }
        #expect(pending.factors.map(\.kind) == [.totp])
        let waiting = pending.session
        for cookie in [rig.accounts.sessions.sessionCookie(of: waiting.id)] {
            #expect(
                try await rig.errorCode {
                    _ = try await rig.accounts.sessions.authenticate(
                        sessionCookie: cookie, apps: AppDirectory([rig.app]))
                } == .secondFactorRequired)
        }
        let sessionSecret = rig.accounts.sessions.sessionSecret(of: waiting)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.sessions.authenticate(sessionSecret: sessionSecret, in: rig.app)
            } == .secondFactorRequired)
        // Tokens of the waiting session, which were never issued, are refused, too.
        let tokens = try rig.accounts.sessions.issuer.tokens(
            for: waiting, accessTokenLifetime: 900, at: rig.storage.clock.now)
        #expect(try await rig.errorCode { _ = try await rig.caller(tokens.accessToken) } == .secondFactorRequired)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.sessions.refresh(
                    tokens.refreshToken, app: rig.app, apps: AppDirectory([rig.app]), context: rig.context)
            } == .sessionEnded)
        let other = try await rig.accounts.secondFactors.pendingSignIn(sessionSecret: sessionSecret, to: rig.app)
        #expect(other.session.id == waiting.id)
        let result = try await rig.show(.code(try rig.code(secret)), pending)
        #expect(result.session.id == waiting.id)
        let caller = try await rig.caller(result.tokens(rig.accounts).accessToken)
        #expect(caller.session.secondFactor.verified?.kind == .totp)
        #expect(caller.session.endsAt > rig.storage.clock.now.addingTimeInterval(86_400))
        #expect(
            try await rig.events(of: caller.session.account).suffix(2) == [.secondFactorRequired, .signedIn])
    }

    @Test func `a second-factor ticket is valid once, in its app, for ten minutes`() async throws {
        let secret = try await rig.addApp(to: try await rig.person())
        let pending = try await rig.pending { _ = try await rig.signIn() }
        let ticket = rig.accounts.sessions.factorTicket(of: pending.session)
        _ = try await rig.show(.code(try rig.code(secret)), pending)
        rig.storage.clock.advance(by: 30)
        #expect(
            try await rig.errorCode { _ = try await rig.show(.code(try rig.code(secret)), pending) } == .ticketExpired)
        let later = try await rig.pending { _ = try await rig.signIn() }
        let other = App(id: try #require(AppID("other")))
        for wrong in [ticket, Secret("sf_x"), Secret(ticket.exposed + "x")] {
            #expect(
                try await rig.errorCode { _ = try await rig.accounts.secondFactors.pendingSignIn(wrong, to: rig.app) }
                    == .ticketExpired)
        }
        let good = rig.accounts.sessions.factorTicket(of: later.session)
        #expect(
            try await rig.errorCode { _ = try await rig.accounts.secondFactors.pendingSignIn(good, to: other) }
                == .ticketExpired)
        rig.storage.clock.advance(by: Session.secondFactorTimeout)
        #expect(
            try await rig.errorCode { _ = try await rig.show(.code(try rig.code(secret)), later) } == .ticketExpired)
    }

    @Test func `an authenticator code works once across all sign-ins`() async throws {
        let secret = try await rig.addApp(to: try await rig.person())
        let (one, two) = (
            try await rig.pending { _ = try await rig.signIn() }, try await rig.pending { _ = try await rig.signIn() }
        )
        let code = try rig.code(secret)
        _ = try await rig.show(.code(code), one)
        #expect(try await rig.errorCode { _ = try await rig.show(.code(code), two) } == .invalidCredentials)
        rig.storage.clock.advance(by: 30)
        _ = try await rig.show(.code(try rig.code(secret)), two)
    }

    @Test func `an SMS code works once and only for its account`() async throws {
        for subject in ["a", "b"] { _ = try await rig.addPhone(to: try await rig.person(subject)) }
        let (one, two) = (
            try await rig.pending { _ = try await rig.signIn("a") },
            try await rig.pending { _ = try await rig.signIn("b") }
        )
        #expect(one.factors.first?.number == two.factors.first?.number)
        try await rig.accounts.secondFactors.sendSecondFactorCode(
            for: one, factor: nil, to: rig.app, context: rig.context)
        let code = try await rig.text()
        #expect(try await rig.errorCode { _ = try await rig.show(.code(code), two) } == .invalidCredentials)
        _ = try await rig.show(.code(code, factor: one.factors.first?.id), one)
        let again = try await rig.pending { _ = try await rig.signIn("a") }
        #expect(try await rig.errorCode { _ = try await rig.show(.code(code), again) } == .invalidCredentials)
    }

    @Test func `a recovery code works once, however it is typed`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        let codes = try await rig.accounts.secondFactors.generateRecoveryCodes(of: caller, context: rig.context)
        #expect(Set(codes.map(\.exposed)).count == 10)
        #expect(codes.allSatisfy { $0.exposed.utf8.count == 11 })
        let typed = Secret(codes[0].exposed.uppercased().replacingOccurrences(of: "-", with: " "))
        let pending = try await rig.pending { _ = try await rig.signIn() }
        let result = try await rig.show(.recoveryCode(typed), pending)
        let entered = try await rig.caller(result.tokens(rig.accounts).accessToken)
        #expect(entered.session.secondFactor.verified == VerifiedFactor(kind: .recoveryCode, id: nil))
        #expect(try await rig.accounts.secondFactors.recoveryCodesLeft(of: entered) == 9)
        let next = try await rig.pending { _ = try await rig.signIn() }
        #expect(
            try await rig.errorCode { _ = try await rig.show(.recoveryCode(codes[0]), next) } == .invalidCredentials)
        _ = try await rig.accounts.secondFactors.generateRecoveryCodes(of: entered, context: rig.context)
        #expect(
            try await rig.errorCode { _ = try await rig.show(.recoveryCode(codes[1]), next) } == .invalidCredentials)
        #expect(try await rig.events(of: caller.session.account).contains(.recoveryCodeUsed))
    }

    @Test func `guesses are rate limited per account across sign-ins`() async throws {
        let rig = try await FactorRig(limiter: RateLimiter.frozen())
        let secret = try await rig.addApp(to: try await rig.person())
        for _ in 0..<5 {
            let pending = try await rig.pending { _ = try await rig.signIn() }
            #expect(
                try await rig.errorCode { _ = try await rig.show(.code(Secret("000000")), pending) }
                    == .invalidCredentials)
        }
        let pending = try await rig.pending { _ = try await rig.signIn() }
        _ = try await rig.errorCode { _ = try await rig.show(.code(Secret("000000")), pending) }
        let refusal = try await rig.refusal { _ = try await rig.show(.code(try rig.code(secret)), pending) }
        #expect(refusal?.code == .rateLimited)
        #expect((refusal?.retryAfter ?? 0) > 0)
    }

    @Test func `an account with a second factor can be confirmed only with it`() async throws {
        let first = try await rig.signIn()
        let secret = try await rig.addApp(to: try await rig.caller(first.tokens(rig.accounts).accessToken))
        rig.storage.clock.advance(by: StepUp.window)
        let caller = try await rig.caller(first.tokens(rig.accounts).accessToken)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.account.reauthenticate(
                    caller, with: try rig.credential("a"), context: rig.context)
            } == .secondFactorRequired)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.secondFactors.reauthenticate(
                    caller, showing: .code(Secret("12345")), context: rig.context)
            } == .invalidCredentials)
        let session = try await rig.accounts.secondFactors.reauthenticate(
            caller, showing: .code(try rig.code(secret)), context: rig.context)
        let confirmed = try await rig.caller(in: session)
        #expect(confirmed.reauthenticationError(try await rig.accounts.sessions.account(of: confirmed)) == nil)
    }

    @Test func `disabling an account ends its pending sign-ins`() async throws {
        let secret = try await rig.addApp(to: try await rig.person())
        let pending = try await rig.pending { _ = try await rig.signIn() }
        _ = try await rig.accounts.operators.disable(pending.session.account, in: rig.app.id, context: rig.context)
        _ = try await rig.accounts.operators.enable(pending.session.account, in: rig.app.id, context: rig.context)
        #expect(
            try await rig.errorCode { _ = try await rig.show(.code(try rig.code(secret)), pending) } == .ticketExpired)
    }
}
