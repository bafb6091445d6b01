import Foundation
import SesameCore
import SesamePasswords
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the first verification of an address, and of the limits of an account whose address is verified but
/// unclaimed.
struct FirstVerificationTests {
    private static let number = PhoneNumber("+33612345670")

    /// Returns a Google identity that proves the first test address, as stored after a sign-in of the address's owner.
    private static func own(_ account: AccountID, in app: AppID, at now: Date) -> Identity {
        Identity(
            app: app, provider: .google, subject: "own", account: account,
            claims: IdentityClaims(email: "test.user.1@example.com", emailVerified: true, emailIsAuthoritative: true),
            createdAt: now)
    }

    @Test(arguments: [CodePurpose.signIn, .resetPassword, .verify])
    func `claiming an email address removes everything but the identity of the mailbox provider`(purpose: CodePurpose)
        async throws
    {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let maker = try await rig.caller(try await rig.signUp())
        let (account, app, number) = (maker.session.account, rig.app.id, try #require(Self.number))
        let identities = [
            Self.own(account, in: app, at: rig.storage.clock.now),
            Identity(
                app: app, provider: .apple, subject: "thief", account: account, claims: IdentityClaims(),
                createdAt: rig.storage.clock.now),
        ]
        let phone = LocalCredential(
            app: app, kind: .phone, name: number.description, account: account, createdAt: rig.storage.clock.now,
            verifiedAt: rig.storage.clock.now)
        let factor = SecondFactor(
            id: "f", app: app, account: account, displayName: nil, enrolledAt: rig.storage.clock.now,
            credential: .phone(number))
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for identity in identities { try transaction.insert(identity) }
            try transaction.insert(phone)
            try transaction.put(factor)
        }
        rig.storage.clock.advance(by: 60)
        switch purpose {
        case .signIn:
            let code = try await rig.mailed(.signIn(try rig.email()))
            _ = try await rig.accounts.logins.signIn(with: .link(code), to: rig.app, context: rig.context)
        case .resetPassword:
            let code = try await rig.mailed(.resetPassword(try rig.email()))
            _ = try await rig.accounts.logins.resetPassword(
                with: .link(code), to: PasswordRig.other, of: rig.app, context: rig.context)
        default:
            let order = OneTimeCodeRequest.verify(try rig.email(), of: account, askedIn: maker.session.id)
            try await rig.accounts.logins.disown(
                with: .link(try await rig.mailed(order)), of: rig.app, context: rig.context)
        }
        let view = try await rig.accounts.directory.account(account, in: app)
        #expect(view.identities.map(\.provider) == [.google])
        #expect(view.logins.map(\.kind) == [.email] && view.login(.email)?.isClaimed == true)
        #expect(view.factors.isEmpty)
        #expect(try await rig.isOut(maker))
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
        let details = try await rig.accounts.account.details(of: account, in: app)
        #expect(details.tokensValidAfter == rig.storage.clock.now)
        let epochs = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.epochs(of: account, in: app)
        }
        #expect(try #require(epochs)[.password] >= rig.storage.clock.now.millisecondsSince1970)
    }

    @Test func `an account with a verified but unclaimed email address cannot be merged`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let number = try #require(Self.number)
        let squatter = try await rig.caller(try await rig.signUp())
        try await rig.link("squatter", to: squatter)
        _ = try await rig.confirm(1, askedBy: squatter)
        let code = PresentedCode.digits(try await rig.mailed(.signIn(number)), .signIn, .phone, number.description)
        let other = try await rig.caller(
            try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context))
        #expect(
            try await rig.code { try await rig.link("squatter", to: other, onConflict: .merge) } == .invalidTransition)

        _ = try await rig.person("person")
        let maker = try await rig.caller(try await rig.signUp(2))
        _ = try await rig.confirm(2, askedBy: maker)
        #expect(
            try await rig.code { try await rig.link("person", to: maker, onConflict: .merge) } == .invalidTransition)
    }

    @Test func `the mailbox provider's identity claims a verified but unclaimed email address`() async throws {
        let rig = try await PasswordRig()
        let maker = try await rig.caller(try await rig.signUp())
        _ = try await rig.confirm(1, askedBy: maker)
        for (email, isAuthoritative) in [("test.user.1@example.com", false), ("test.user.2@example.com", true)] {
            #expect(try await rig.link(email, isAuthoritative, to: maker) == .invalidTransition)
        }
        #expect(try await rig.link("test.user.1@example.com", true, to: maker) == nil)
        #expect(try await rig.login()?.isClaimed == true)
        _ = try await rig.accounts.secondFactors.startFactorEnrollment(.totp, of: maker, context: rig.context)
    }

    @Test func `a claimed email address stays claimed after another verification`() async throws {
        let rig = try await PasswordRig()
        let owner = try await rig.owner()
        #expect(try await rig.confirm(1, askedBy: owner).login(.email)?.isClaimed == true)
    }

    @Test func `an ended session cannot verify an email address`() async throws {
        let rig = try await PasswordRig()
        let maker = try await rig.caller(try await rig.signUp())
        let order = OneTimeCodeRequest.verify(try rig.email(), of: maker.session.account, askedIn: maker.session.id)
        let code = PresentedCode.link(try await rig.mailed(order))
        try await rig.accounts.sessions.endSession(maker.session.id, of: maker, context: rig.context)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.verify(with: code, of: rig.app, by: .caller(maker), context: rig.context)
        }
        #expect(refused == .sessionEnded)
        #expect(try await rig.login()?.isVerified == false)
    }

    @Test func `verification by password is rejected if the password changes meanwhile`() async throws {
        let rig = try await PasswordRig()
        let maker = try await rig.caller(try await rig.signUp())
        let order = OneTimeCodeRequest.verify(try rig.email(), of: maker.session.account, askedIn: maker.session.id)
        let code = PresentedCode.link(try await rig.mailed(order))
        let hasher = SlowHasher(hasher: try PasswordService(.minimal, threads: 1)) {
            _ = try? await rig.accounts.logins.changePassword(of: maker, to: PasswordRig.other, context: rig.context)
        }
        let accounts = try await PasswordRig.system(rig.storage, rig.apple, rig.messages, hasher: hasher)
        let refused = try await rig.code {
            _ = try await accounts.logins.verify(
                with: code, of: rig.app, by: .password(PasswordRig.password), context: rig.context)
        }
        #expect(refused == .invalidCredentials)
        _ = try await rig.signIn(1, PasswordRig.other)
        #expect(try await rig.login()?.isVerified == false)
    }

    @Test func `the email address of a disabled account cannot be verified`() async throws {
        let rig = try await PasswordRig()
        let owner = try await rig.owner()
        let account = owner.session.account
        _ = try await rig.accounts.operators.disable(account, in: rig.app.id, context: rig.context)
        let code = try await rig.accounts.codes.issueCode(
            .verify(try rig.email(), of: account, askedIn: nil), of: rig.app, context: rig.context)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.verify(with: .link(code.code), of: rig.app, context: rig.context)
        }
        #expect(refused == .userDisabled)
    }

    @Test func `a change to an email address is rejected if another account verifies it meanwhile`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.owner()
        let code = try await rig.mailed(
            .changeEmail(to: try rig.email(2), of: caller.session.account, askedIn: caller.session.id))
        _ = try await rig.accounts.logins.signIn(
            with: .link(try await rig.mailed(.signIn(try rig.email(2)))), to: rig.app, context: rig.context)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.verify(
                with: .link(code), of: rig.app, by: .caller(caller), context: rig.context)
        }
        #expect(refused == .credentialInUse)
        #expect(try await rig.login(2)?.account != caller.session.account)
    }

    @Test func `codes are void after the email address is changed away and back`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let code = try await rig.mailed(
            .verify(try rig.email(), of: caller.session.account, askedIn: caller.session.id))
        let others = [
            try await rig.mailed(.resetPassword(try rig.email())), try await rig.mailed(.signIn(try rig.email())),
        ]
        for other in others {
            _ = try await rig.accounts.codes.checkCode(.link(other), of: rig.app, context: rig.context)
        }
        for number in [2, 1] {
            _ = try await rig.accounts.logins.changeEmail(of: caller, to: try rig.email(number), context: rig.context)
        }
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.verify(
                with: .link(code), of: rig.app, by: .caller(caller), context: rig.context)
        }
        #expect(refused == .ticketExpired)
        for other in others {
            let refused = try await rig.code {
                _ = try await rig.accounts.codes.checkCode(.link(other), of: rig.app, context: rig.context)
            }
            #expect(refused == .ticketExpired)
        }
    }
}

/// A password hasher that runs a closure between the verification of a password and the return of its result.
private struct SlowHasher: PasswordHasher {
    let hasher: any PasswordHasher
    let meanwhile: @Sendable () async -> Void

    func hash(_ password: Secret) async throws(AccountError) -> PasswordHash { try await hasher.hash(password) }

    func verify(_ password: Secret, against hash: PasswordHash?) async throws(AccountError) -> PasswordMatch {
        let verdict = try await hasher.verify(password, against: hash)
        await meanwhile()
        return verdict
    }
}

extension PasswordRig {
    /// Links a Google identity whose token states the address as verified.
    ///
    /// - Returns: The error code of the refusal; nil if the identity was linked.
    fileprivate func link(
        _ email: String, _ isAuthoritative: Bool, to caller: Caller
    ) async throws -> AuthError.Code? {
        let environment = storage.environment
        var verified = VerifiedIdentity(
            provider: "google", subject: email, clientID: "client", issuedAt: environment.now,
            expiresAt: environment.now.addingTimeInterval(3_600), carriesNonce: false,
            tokenDigest: environment.randomBytes(32))
        (verified.email, verified.emailVerified, verified.emailIsAuthoritative) = (email, true, isAuthoritative)
        let attempt = LinkTransaction(
            change: AccountLinker(
                tools: accounts.linking.tools, caller: caller, session: accounts.linking.newSession(),
                now: environment.now,
                context: context),
            provider: .google,
            verified: VerifiedCredential(
                identity: FilteredIdentity(verified, from: .google, to: app), proof: .flow, token: nil),
            role: nil, profile: [:], onConflict: .fail, ticket: ConflictTicket.secret(environment.randomBytes(32)))
        let outcome = try await storage.engine.write { transaction throws(StorageError) in
            try attempt.run(transaction)
        }
        guard case .refused(let refusal) = outcome else { return nil }
        return refusal.code
    }
}
