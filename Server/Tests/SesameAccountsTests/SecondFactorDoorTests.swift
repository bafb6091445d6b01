import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests that every kind of sign-in requires the second factor, except a sign-in by a back end.
struct SecondFactorDoorTests {
    private let rig: FactorRig
    private let browser = Secret(String(repeating: "b", count: 43))

    init() async throws { rig = try await FactorRig() }

    /// Creates an Apple user with an address, a number, a password and an authenticator app.
    private func person() async throws -> (account: AccountID, secret: Secret) {
        let caller = try await rig.person()
        let (account, app, now) = (caller.session.account, rig.app.id, rig.storage.clock.now)
        let hash = try await rig.accounts.logins.newHash(of: PasswordRig.password, for: nil, in: rig.app)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for (kind, name) in [(LocalCredential.Kind.email, "test.user.1@example.com"), (.phone, "+33612345670")] {
                try transaction.insert(
                    LocalCredential(
                        app: app, kind: kind, name: name, account: account, createdAt: now, verifiedAt: now,
                        password: kind == .email ? hash : nil))
            }
        }
        return (account, try await rig.addApp(to: caller))
    }

    private func email() throws -> EmailAddress { try #require(EmailAddress("test.user.1@example.com")) }

    @Test func `a password alone only starts a pending sign-in`() async throws {
        _ = try await person()
        let email = try email()
        let pending = try await rig.pending {
            _ = try await rig.accounts.logins.signIn(
                email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        }
        #expect(pending.session.method == .password)
    }

    @Test func `an email code alone only starts a pending sign-in and leaves the second factor`() async throws {
        let (account, secret) = try await person()
        let email = try email()
        try await rig.accounts.codes.sendCode(.signIn(email, as: .digits), of: rig.app, context: rig.context)
        try await rig.deliver()
        let words = try #require(rig.messages.sent.last).body.split { !$0.isNumber }
        let digits = Secret(String(try #require(words.first { $0.count == 6 })))
        let pending = try await rig.pending {
            _ = try await rig.accounts.logins.signIn(
                with: .digits(digits, .signIn, .email, email.description), to: rig.app, context: rig.context)
        }
        let result = try await rig.show(.code(try rig.code(secret)), pending)
        #expect(result.view.account.id == account)
    }

    @Test func `giving up ends a pending sign-in, or its session if it was completed meanwhile`() async throws {
        let caller = try await rig.person()
        let secret = try await rig.addApp(to: caller)
        let given = try await rig.pending { _ = try await rig.signIn() }
        let finished = try await rig.pending { _ = try await rig.signIn() }
        try await rig.accounts.secondFactors.cancelSignIn(given, context: rig.context)
        let code = SecondFactorInput.code(try rig.code(secret))
        #expect(try await rig.errorCode { _ = try await rig.show(code, given) } == .ticketExpired)
        let result = try await rig.show(code, finished)
        #expect(try await !rig.events(of: caller.session.account).contains(.signedOut))
        try await rig.accounts.secondFactors.cancelSignIn(finished, context: rig.context)
        #expect(
            try await rig.errorCode { _ = try await rig.caller(result.tokens(rig.accounts).accessToken) }
                == .sessionEnded)
        #expect(try await rig.events(of: caller.session.account).contains(.signedOut))
    }

    @Test func `a repeated token finds the same pending sign-in and is rejected after its completion`() async throws {
        let caller = try await rig.person()
        let secret = try await rig.addApp(to: caller)
        let credential = ProviderCredential(
            provider: .apple, idToken: try rig.apple.token("a", nonce: nil), vendorNonce: nil)
        let one = try await rig.pending {
            _ = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
        }
        let two = try await rig.pending {
            _ = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
        }
        #expect(one.session.id == two.session.id)
        _ = try await rig.show(.code(try rig.code(secret)), one)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.signIn.signIn(with: credential, to: rig.app, context: rig.context)
            } == .invalidToken)
    }

    @Test func `sign-ins granted by a back end need no second factor`() async throws {
        let (account, _) = try await person()
        let made = try await rig.accounts.operators.beginSession(of: account, in: rig.app, context: rig.context)
        #expect(made.view.account.id == account)
        let granted = try await rig.accounts.grants.createSignInToken(
            to: account, in: rig.app, length: 32, lifetime: 60, context: rig.context)
        _ = try await rig.accounts.grants.signIn(
            granted: granted.secret, account: account, to: rig.app, context: rig.context)
    }

    @Test func `a link conflict neither enters nor merges an account with a second factor`() async throws {
        let (account, _) = try await person()
        let guest = try await rig.caller(
            try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(rig.accounts)
                .accessToken)
        for policy in [ConflictPolicy.fail, .switch, .merge] {
            let nonce = rig.accounts.providers.issueNonce(for: guest)
            let credential = ProviderCredential(
                provider: .apple, idToken: try rig.apple.token("a", nonce: Nonce(nonce).sha256Hex), nonce: nonce)
            let refusal = try await rig.refusal {
                _ = try await rig.accounts.linking.link(credential, to: guest, onConflict: policy, context: rig.context)
            }
            #expect(refusal?.code == .credentialInUse)
            #expect(refusal?.conflict == nil)
        }
        #expect(try await rig.accounts.directory.account(account, in: rig.app.id).factors.count == 1)
        #expect(try await rig.accounts.sessions.account(of: guest).isAnonymous)
    }

    @Test func `a merge that absorbs or enters an account with a second factor is rejected`() async throws {
        let (account, _) = try await person()
        let owner = try await rig.accounts.directory.account(account, in: rig.app.id)
        let guest = try await rig.accounts.sessions.account(
            of: try await rig.caller(
                try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(rig.accounts)
                    .accessToken))
        let now = rig.storage.clock.now
        let other = try await rig.accounts.sessions.account(of: try await rig.person("b"))
        let without = AccountRecord(account: other.account, identities: [], logins: [])
        for caller in [guest, other, without] {
            let refusal = #expect(throws: AccountError.self) {
                try MergePlan(of: caller, with: owner, in: rig.app, at: now)
            }
            #expect(refusal?.reason == AccountError.factorConflict.reason)
        }
        let plan = try MergePlan(of: owner, with: without, in: rig.app, at: now)
        #expect(plan.result.factors == owner.factors)
    }

    @Test func `an earlier user's second factor does not block the first proof of an email address`() async throws {
        let caller = try await rig.person()
        _ = try await rig.addApp(to: caller)
        let email = try email()
        // Only an operator can have added both.
        let login = LocalCredential(
            app: rig.app.id, kind: .email, name: email.description, account: caller.session.account,
            createdAt: rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.insert(login) }
        try await rig.accounts.codes.sendCode(.signIn(email, as: .digits), of: rig.app, context: rig.context)
        try await rig.deliver()
        let words = try #require(rig.messages.sent.last).body.split { !$0.isNumber }
        let digits = Secret(String(try #require(words.first { $0.count == 6 })))
        let result = try await rig.accounts.logins.signIn(
            with: .digits(digits, .signIn, .email, email.description), to: rig.app, context: rig.context)
        #expect(result.view.factors.isEmpty)
        #expect(result.view.identities.isEmpty)
    }

    // MARK: Browsers

    private func come(back subject: String, _ purpose: FlowPurpose) async throws -> FlowResult {
        let start = try rig.accounts.authorization.beginFlow(with: .apple, to: rig.app, for: purpose, browser: browser)
        let flow = try #require(try await rig.accounts.authorization.flow(of: start.state, from: .apple))
        let now = rig.storage.clock.now
        let verified = VerifiedIdentity(
            provider: "apple", subject: subject, clientID: "client", issuedAt: now,
            expiresAt: now.addingTimeInterval(3600), carriesNonce: true,
            tokenDigest: rig.accounts.environment.randomBytes(32))
        let handle = try await rig.accounts.authorization.hold(
            CallbackIdentity(FilteredIdentity(verified, from: .apple, to: rig.app), flow: flow), state: start.state)
        return try await rig.accounts.authorization.finishFlow(
            try #require(handle), browser: browser, sessionCookie: nil, apps: AppDirectory([rig.app]),
            context: rig.context)
    }

    private func show(_ code: Secret, _ next: Secret, browser: Secret? = nil) async throws -> FlowResult {
        try await rig.accounts.authorization.finishFlow(
            next, showing: .code(code), browser: browser ?? self.browser, apps: AppDirectory([rig.app]),
            context: rig.context)
    }

    @Test func `a browser gets a web session only with the second factor, in the browser where it started`()
        async throws
    {
        let secret = try await rig.addApp(to: try await rig.person())
        guard case .factor(let pending, _, let next) = try await come(back: "a", .page(role: nil)) else {
            return #expect(Bool(false))
        }
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.sessions.authenticate(
                    sessionCookie: rig.accounts.sessions.sessionCookie(of: pending.session.id),
                    apps: AppDirectory([rig.app]))
            } == .secondFactorRequired)
        #expect(try await rig.errorCode { _ = try await show(Secret("00000"), next) } == .invalidCredentials)
        let other = Secret(String(repeating: "c", count: 43))
        #expect(
            try await rig.errorCode { _ = try await show(try rig.code(secret), next, browser: other) }
                == .ticketExpired)
        guard case .page(let session, _) = try await show(try rig.code(secret), next) else {
            return #expect(Bool(false))
        }
        #expect(session.secondFactor.verified?.kind == .totp)
        rig.storage.clock.advance(by: 30)
        #expect(try await rig.errorCode { _ = try await show(try rig.code(secret), next) } == .ticketExpired)
    }

    @Test func `a client gets its code only with the second factor, which the session states`() async throws {
        let secret = try await rig.addApp(to: try await rig.person())
        let verifier = Secret(String(repeating: "v", count: 43))
        let client = ClientRequest(
            redirectURI: "https://app.example/done", state: nil, challenge: CodeChallenge(of: verifier), role: nil)
        guard case .factor(_, _, let next) = try await come(back: "a", .client(client)),
            case .client(_, let code) = try await show(try rig.code(secret), next)
        else { return #expect(Bool(false)) }
        let result = try await rig.accounts.authorization.redeem(
            code, client: rig.app, redirectURI: client.redirectURI, verifier: verifier, context: rig.context)
        let caller = try await rig.caller(result.tokens(rig.accounts).accessToken)
        #expect(caller.session.secondFactor.verified?.kind == .totp)
    }

    @Test func `an authorization code from before the second factor is rejected`() async throws {
        let caller = try await rig.person()
        let verifier = Secret(String(repeating: "v", count: 43))
        let client = ClientRequest(
            redirectURI: "https://app.example/done", state: nil, challenge: CodeChallenge(of: verifier), role: nil)
        var codes: [Secret] = []
        for _ in 0..<2 {
            guard case .client(_, let code) = try await come(back: "a", .client(client)) else {
                return #expect(Bool(false))
            }
            codes.append(code)
        }
        _ = try await rig.addApp(to: caller)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.authorization.redeem(
                    codes[0], client: rig.app, redirectURI: client.redirectURI, verifier: verifier,
                    context: rig.context)
            } == .invalidToken)
        #expect(
            try await rig.errorCode {
                _ = try await rig.accounts.grants.createSignInToken(
                    for: codes[1], client: rig.app, redirectURI: client.redirectURI, verifier: verifier)
            } == .ticketExpired)
    }
}
