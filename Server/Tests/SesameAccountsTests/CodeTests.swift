import Foundation
import SesameCore
import SesameSQLite
import SesameText
import Testing

@testable import SesameAccounts

struct CodeTests {
    private func send(_ order: OneTimeCodeRequest, _ rig: PasswordRig) async throws {
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
    }

    private func reset(
        _ code: PresentedCode, to password: Secret = PasswordRig.other, _ rig: PasswordRig
    ) async throws -> EmailAddress {
        try await rig.accounts.logins.resetPassword(with: code, to: password, of: rig.app, context: rig.context)
    }

    @Test func `an emailed code sets a new password once and ends all sessions`() async throws {
        let rig = try await PasswordRig()
        let result = try await rig.signUp()
        try await send(.resetPassword(try rig.email()), rig)
        let code = try await rig.lastCode()
        #expect(code.exposed.hasPrefix("mc_") && code.exposed.utf8.count == 25)
        let message = try #require(rig.messages.sent.last)
        #expect(message.recipient == "test.user.1@example.com" && message.channel == .email)
        #expect(message.body.contains("https://sign-in.example.com/account/code/authservice?code=\(code.exposed)"))
        #expect(try await reset(.link(code), rig) == rig.email())
        #expect(try await rig.code { _ = try await rig.caller(result) } == .sessionRevoked)
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
        _ = try await rig.signIn(1, PasswordRig.other)
        #expect(try await rig.code { _ = try await reset(.link(code), rig) } == .ticketExpired)
        #expect(try await rig.login()?.isVerified == true)
    }

    @Test func `a weak password does not use up the code`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        try await send(.resetPassword(try rig.email()), rig)
        let code = try await rig.lastCode()
        #expect(try await rig.code { _ = try await reset(.link(code), to: Secret("short"), rig) } == .weakPassword)
        _ = try await reset(.link(code), rig)
    }

    @Test func `an email address without an account gets no email and no error`() async throws {
        let rig = try await PasswordRig()
        try await send(.resetPassword(try rig.email(7)), rig)
        try await rig.deliver()
        #expect(rig.messages.sent.isEmpty)
    }

    @Test(arguments: [CodeForm.link, .digits])
    func `a code is valid for the lifetime of its form, and only the newest one`(form: CodeForm) async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        let email = try rig.email()
        func presented(_ code: Secret) -> PresentedCode {
            form == .link ? .link(code) : .digits(code, .resetPassword, .email, email.description)
        }
        try await send(.resetPassword(email, as: form), rig)
        let first = try await rig.lastCode()
        try await send(.resetPassword(email, as: form), rig)
        let second = try await rig.lastCode()
        if first != second {
            #expect(try await rig.code { _ = try await reset(presented(first), rig) } == .ticketExpired)
        }
        rig.storage.clock.advance(by: form.lifetime)
        #expect(try await rig.code { _ = try await reset(presented(second), rig) } == .ticketExpired)
        try await send(.resetPassword(email, as: form), rig)
        let third = try await rig.lastCode()
        rig.storage.clock.advance(by: form.lifetime - 1)
        _ = try await reset(presented(third), rig)
    }

    @Test func `five wrong digits use up a code and all return the same error`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        let email = try rig.email()
        try await send(.resetPassword(email, as: .digits), rig)
        let code = try await rig.lastCode()
        #expect(code.exposed.utf8.count == 6)
        let wrong = Secret(code.exposed == "000000" ? "000001" : "000000")
        for _ in 0..<OneTimeCode.maxAttempts {
            let refused = try await rig.code {
                _ = try await reset(.digits(wrong, .resetPassword, .email, email.description), rig)
            }
            #expect(refused == .ticketExpired)
        }
        let refused = try await rig.code {
            _ = try await reset(.digits(code, .resetPassword, .email, email.description), rig)
        }
        #expect(refused == .ticketExpired)
        try await send(.resetPassword(email, as: .digits), rig)
        let next = try await rig.lastCode()
        _ = try? await reset(
            .digits(
                Secret(next.exposed == "000000" ? "000001" : "000000"), .resetPassword, .email, email.description),
            rig)
        _ = try await reset(.digits(next, .resetPassword, .email, email.description), rig)
    }

    @Test func `a code is valid only for its purpose, app and receiver`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp(1)
        _ = try await rig.signUp(2)
        try await send(.resetPassword(try rig.email(1), as: .digits), rig)
        let digits = try await rig.lastCode()
        let other = try rig.email(2).description
        for presented in [
            PresentedCode.digits(digits, .resetPassword, .email, other),
            .digits(digits, .signIn, .email, try rig.email(1).description),
            .digits(digits, .resetPassword, .phone, try rig.email(1).description), .link(digits),
        ] { #expect(try await rig.code { _ = try await reset(presented, rig) } == .ticketExpired) }
        try await send(.signIn(try rig.email(1)), rig)
        let link = try await rig.lastCode()
        #expect(try await rig.code { _ = try await reset(.link(link), rig) } == .ticketExpired)
        let elsewhere = App(id: try #require(AppID("elsewhere")), passwords: PasswordPolicy())
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.signIn(with: .link(link), to: elsewhere, context: rig.context)
        }
        #expect(refused == .ticketExpired)
        _ = try await rig.accounts.logins.signIn(with: .link(link), to: rig.app, context: rig.context)
    }

    @Test func `an emailed link creates an account, signs in and verifies the email address`() async throws {
        let rig = try await PasswordRig()
        try await send(.signIn(try rig.email()), rig)
        let made = try await rig.accounts.logins.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        #expect(made.isNew && made.view.claims.emailVerified && made.view.methods == ["email"])
        #expect(try await rig.caller(made).session.method == .emailLink)
        try await send(.signIn(try rig.email()), rig)
        let again = try await rig.accounts.logins.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        #expect(!again.isNew && again.view.account.id == made.view.account.id)
    }

    @Test func `a phone number signs in with digits where the app allows it`() async throws {
        let phone = try #require(PhoneNumber("+33612345678"))
        let closed = try await PasswordRig()
        #expect(try await closed.code { try await send(.signIn(phone), closed) } == .providerRequired)
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        try await send(.signIn(phone), rig)
        let code = try await rig.lastCode()
        #expect(rig.messages.sent.last?.channel == .sms)
        let made = try await rig.accounts.logins.signIn(
            with: .digits(code, .signIn, .phone, phone.description), to: rig.app, context: rig.context)
        #expect(made.isNew && made.view.methods == ["phone"])
        #expect(try await rig.caller(made).session.method == .phone)
    }

    @Test func `the first user to verify an email address removes the earlier password and sessions`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.signUp()
        try await send(.signIn(try rig.email()), rig)
        let owner = try await rig.accounts.logins.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        #expect(owner.view.account.id == made.view.account.id)
        #expect(owner.view.identities.isEmpty && owner.view.login(.email)?.password == nil)
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
        #expect(try await rig.code { _ = try await rig.caller(made) } == .sessionRevoked)
        // A user who has proved the address before keeps the password after another link.
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: try await rig.caller(owner),
            context: rig.context)
        try await send(.signIn(try rig.email()), rig)
        _ = try await rig.accounts.logins.signIn(
            with: .link(try await rig.lastCode()), to: rig.app, context: rig.context)
        _ = try await rig.signIn()
    }

    @Test(arguments: [CodePurpose.signIn, .resetPassword])
    func `an unverified email address beside another sign-in method moves to its owner`(
        purpose: CodePurpose
    ) async throws {
        let rig = try await PasswordRig()
        let person = try await rig.person("a")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: person, context: rig.context)
        try await send(purpose == .signIn ? .signIn(try rig.email()) : .resetPassword(try rig.email()), rig)
        let code = PresentedCode.link(try await rig.lastCode())
        if purpose == .signIn {
            _ = try await rig.accounts.logins.signIn(with: code, to: rig.app, context: rig.context)
        } else {
            _ = try await reset(code, rig)
            _ = try await rig.signIn(1, PasswordRig.other)
        }
        let login = try #require(try await rig.login())
        #expect(login.account != person.session.account && login.isVerified)
        let view = try await rig.accounts.directory.account(person.session.account, in: rig.app.id)
        #expect(view.methods == ["apple"])
        #expect(try await rig.person("a").session.account == person.session.account)
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
    }

    @Test func `an owner can add or change to an email address that another account has not verified`() async throws {
        let rig = try await PasswordRig()
        let squatter = try await rig.person("a")
        for number in 1...2 {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(number), password: PasswordRig.password, to: squatter, context: rig.context)
            let owner = try await rig.person("owner.\(number)")
            try await send(.signIn(try rig.email(number)), rig)
            _ = try await rig.accounts.logins.addCredential(
                .email, with: .link(try await rig.lastCode()), to: owner, context: rig.context)
            #expect(try await rig.login(number)?.account == owner.session.account)
            guard number == 1 else { continue }
            try await rig.accounts.logins.removeCredential(.email, from: owner, context: rig.context)
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(1), password: PasswordRig.password, to: squatter, context: rig.context)
            try await send(.changeEmail(to: try rig.email(1), of: owner.session.account, askedIn: nil), rig)
            _ = try await rig.accounts.logins.verify(
                with: .link(try await rig.lastCode()), of: rig.app, context: rig.context)
            #expect(try await rig.login(1)?.account == owner.session.account)
        }
    }

    @Test func `a rejected addition leaves the email address with the other account`() async throws {
        let rig = try await PasswordRig()
        let squatter = try await rig.person("a")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(1), password: PasswordRig.password, to: squatter, context: rig.context)
        let owner = try await rig.caller(try await rig.signUp(2))
        try await send(.signIn(try rig.email(1)), rig)
        let code = PresentedCode.link(try await rig.lastCode())
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.link(with: code, to: owner, context: rig.context)
        }
        #expect(refused == .providerAlreadyLinked)
        #expect(try await rig.login(1)?.account == squatter.session.account)
    }

    @Test func `a code verifies an email address, and a code sent to the next one changes it`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp(1))
        let id = caller.session.account
        try await send(.verify(try rig.email(1), of: id, askedIn: nil), rig)
        let view = try await rig.accounts.logins.verify(
            with: .link(try await rig.lastCode()), of: rig.app, context: rig.context)
        #expect(view.login(.email)?.isVerified == true)
        try await send(.changeEmail(to: try rig.email(2), of: id, askedIn: nil), rig)
        let code = try await rig.lastCode()
        #expect(rig.messages.sent.last?.recipient == "test.user.2@example.com")
        let changed = try await rig.accounts.logins.verify(with: .link(code), of: rig.app, context: rig.context)
        #expect(changed.login(.email)?.name == "test.user.2@example.com")
        #expect(changed.login(.email)?.isVerified == true)
        _ = try await rig.signIn(2)
        #expect(try await rig.code { _ = try await rig.signIn(1) } == .invalidCredentials)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.recipient == "test.user.1@example.com")
        // The old address is free, and an address in use cannot be taken.
        _ = try await rig.signUp(1)
        let sent = rig.messages.sent.count
        try await send(.changeEmail(to: try rig.email(1), of: id, askedIn: nil), rig)
        try await rig.deliver()
        #expect(rig.messages.sent.count == sent)
    }

    @Test func `no verification code is sent for the email address of another account`() async throws {
        let rig = try await PasswordRig()
        let owner = try await rig.signUp(1)
        let other = try await rig.signUp(2)
        try await send(.verify(try rig.email(1), of: owner.view.account.id, askedIn: nil), rig)
        let code = try await rig.lastCode()
        try await send(.verify(try rig.email(1), of: other.view.account.id, askedIn: nil), rig)
        try await rig.deliver()
        #expect(rig.messages.sent.count == 1)
        // The owner's code is still valid.
        let view = try await rig.accounts.logins.verify(with: .link(code), of: rig.app, context: rig.context)
        #expect(view.login(.email)?.isVerified == true)
    }

    @Test func `no job contains a code in plain text, and a code is removed with its account`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        try await send(.resetPassword(try rig.email(), as: .digits), rig)
        let jobs = try await rig.storage.engine.read { [now = rig.storage.clock.now] reader throws(StorageError) in
            try reader.dueJobs(in: JobQueueID(.sendEmail), at: now, limit: 9)
        }
        let code = try await rig.lastCode()
        for job in jobs { #expect(!String(decoding: job.payload, as: UTF8.self).contains(code.exposed)) }
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        let email = try rig.email().description
        let refused = try await rig.code {
            _ = try await reset(.digits(code, .resetPassword, .email, email), rig)
        }
        #expect(refused == .ticketExpired)
    }

    @Test func `a message is retried until it is sent, rejected or too late`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        rig.messages.answer(.failed("SMTP_450"))
        try await send(.resetPassword(try rig.email()), rig)
        try await rig.deliver()
        #expect(rig.messages.sent.isEmpty)
        rig.messages.answer(.sent)
        rig.storage.clock.advance(by: 60)
        try await rig.deliver()
        #expect(rig.messages.sent.count == 1)
        for answer in [MessageDeliveryResult.refused("SMTP_550"), .failed("SMTP_450")] {
            rig.messages.answer(answer)
            try await send(.resetPassword(try rig.email()), rig)
            try await rig.deliver()
            rig.messages.answer(.sent)
            rig.storage.clock.advance(by: CodeForm.link.lifetime)
            try await rig.deliver()
        }
        #expect(rig.messages.sent.count == 1)
    }

    @Test func `a code request is rejected when no email can be sent`() async throws {
        let rig = try await PasswordRig()
        rig.messages.carry([.sms])
        #expect(try await rig.code { try await send(.signIn(try rig.email()), rig) } == .providerRequired)
    }

    @Test func `codes for one email address are rate limited`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        for _ in 0..<5 { try await send(.signIn(try rig.email()), rig) }
        #expect(try await rig.code { try await send(.signIn(try rig.email()), rig) } == .rateLimited)
        try await send(.signIn(try rig.email(2)), rig)
    }

    @Test(
        arguments: [
            ("fr", "de", .french), ("fr", "en-GB", .english), ("fr_FR", nil, .french), ("de", "es", .english),
        ] as [(String, String?, Language)])
    func `an unsupported message language falls back to that of the app or to English`(
        app: String, asked: String?, seen: Language
    ) throws {
        let app = App(id: try #require(AppID("castmate")), language: app)
        #expect(MessageText(app: app, language: asked).language == seen)
    }

    @Test(arguments: [("en", "Sign in to"), ("fr", "Connexion"), ("fr-CA", "Connexion"), ("de", "Sign in to")])
    func `messages are written in the requested language`(language: String, subject: String) async throws {
        let rig = try await PasswordRig()
        try await send(.signIn(try rig.email(), in: language), rig)
        try await rig.deliver()
        #expect(rig.messages.sent.last?.subject.hasPrefix(subject) == true)
    }

    @Test func `while the mail server is unreachable, emails pause, and text messages leave`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let runner = JobRunner(
            storage: rig.storage.engine, environment: rig.storage.environment, queues: rig.accounts.maintenance.queues,
            intervals: [:], report: { _, _ in })
        for number in 1...9 {
            _ = try await rig.signUp(number)
            try await send(.resetPassword(try rig.email(number), as: .digits), rig)
        }
        rig.messages.answer(.failed("SMTP_451"))
        #expect(try await runner.runDue() >= 9)
        for number in 10...18 {
            _ = try await rig.signUp(number)
            try await send(.resetPassword(try rig.email(number), as: .digits), rig)
        }
        rig.messages.answer(.failed(DeliveryFailure.unreachable))
        let attempts = try await runner.runDue()
        #expect((CircuitBreaker.threshold..<9).contains(attempts))
        #expect(try await runner.runDue() == 0)
        rig.messages.answer(.sent)
        let phone = try #require(PhoneNumber("+33612345678"))
        try await send(.signIn(phone), rig)
        #expect(try await runner.runDue() == 1)
        #expect(rig.messages.sent.map(\.channel) == [.sms])
    }
}
