import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct CodeHandleTests {
    private func ask(_ order: OneTimeCodeRequest, by handle: String, _ rig: PasswordRig) async throws {
        var order = order
        order.handle = handle
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
    }

    private func signIn(
        _ handle: String, _ code: Secret, _ rig: PasswordRig, by kinds: [LocalCredential.Kind] = [.email]
    ) async throws -> SignIn {
        try await rig.accounts.logins.signIn(
            with: .handle(handle, code, .signIn, kinds), to: rig.app, context: rig.context)
    }

    @Test(arguments: [CodeForm.link, .digits])
    func `a code works only with the id it was requested for and creates an account with that id`(
        form: CodeForm
    ) async throws {
        let rig = try await PasswordRig()
        try await ask(.signIn(try rig.email(), as: form), by: "a.handle", rig)
        let code = try await rig.lastCode()
        #expect(code.exposed.utf8.count == (form == .link ? OneTimeCodeCipher.sizeByHandle : 6))
        #expect(try await rig.code { _ = try await signIn("another", code, rig) } == .ticketExpired)
        #expect(try await rig.code { _ = try await signIn("a.handle", code, rig, by: [.phone]) } == .ticketExpired)
        let made = try await signIn("a.handle", code, rig)
        #expect(made.isNew && made.view.account.id == AccountID("a.handle"))
        #expect(try await rig.code { _ = try await signIn("a.handle", code, rig) } == .ticketExpired)
    }

    @Test func `an id with a pending code accepts no code of another kind`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        try await ask(.signIn(try rig.email(), as: .digits), by: "one", rig)
        let number = try #require(PhoneNumber("+33612345678"))
        #expect(try await rig.code { try await ask(.signIn(number), by: "one", rig) } == .credentialInUse)
    }

    /// Tests that an id refers to the phone number that uses it now, against which guesses count, not to the email
    /// address that used it before.
    @Test func `an expired code no longer names the receiver of its id`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        try await ask(.signIn(try rig.email(), as: .digits), by: "one", rig)
        let presented = PresentedCode.handle("one", Secret("000000"), .signIn, [.email, .phone])
        let redemption = CodeRedemption(
            cipher: rig.accounts.codes.oneTimeCodes, app: rig.app.id, presented: presented,
            now: rig.storage.clock.now.addingTimeInterval(CodeForm.digits.lifetime))
        rig.storage.clock.advance(by: CodeForm.digits.lifetime)
        let number = try #require(PhoneNumber("+33612345678"))
        try await ask(.signIn(number), by: "one", rig)
        let name = try await rig.storage.engine.read { reader throws(StorageError) in
            try redemption.name(of: reader)
        }
        #expect(name == number.description)
    }

    @Test func `an app whose back end assigns ids ignores an id chosen by a client`() async throws {
        let rig = try await PasswordRig()
        let backEnd = FirebaseServiceAccount(email: "back-end@example.com", keys: [])
        let app = App(
            id: rig.app.id, allowsAnonymous: true, passwords: PasswordPolicy(),
            firebase: FirebaseSettings(projectID: "shop-1", apiKeys: ["k"], serviceAccounts: [backEnd]))
        let wanted = AccountID("user-123")
        let made = try await rig.accounts.logins.register(
            email: try rig.email(1), password: PasswordRig.password, displayName: nil, id: wanted, in: app,
            context: rig.context)
        var order = OneTimeCodeRequest.signIn(try rig.email(2))
        order.handle = wanted.description
        try await rig.accounts.codes.sendCode(order, of: app, context: rig.context)
        let code = PresentedCode.handle(wanted.description, try await rig.lastCode(), .signIn, [.email])
        let second = try await rig.accounts.logins.signIn(with: code, to: app, context: rig.context)
        #expect(second.isNew && made != wanted && second.view.account.id != wanted)
    }

    @Test func `codes of two ids are valid side by side`() async throws {
        let rig = try await PasswordRig()
        try await ask(.signIn(try rig.email(), as: .digits), by: "one", rig)
        let first = try await rig.lastCode()
        try await ask(.signIn(try rig.email(), as: .digits), by: "two", rig)
        let second = try await rig.lastCode()
        let made = try await signIn("one", first, rig)
        #expect(try await signIn("two", second, rig).view.account.id == made.view.account.id)
    }

    /// Returns the error codes of the given number of wrong guesses.
    private func guesses(_ count: Int, _ handle: String, _ rig: PasswordRig) async throws -> [AuthError.Code?] {
        let code = PresentedCode.handle(handle, Secret("1"), .resetPassword, [.email])
        var answers: [AuthError.Code?] = []
        for _ in 0..<count {
            answers.append(
                try await rig.code {
                    _ = try await rig.accounts.logins.resetPassword(
                        with: code, to: PasswordRig.other, of: rig.app, context: rig.context)
                })
        }
        return answers
    }

    @Test func `wrong codes get the same responses whether or not the email address has an account`() async throws {
        let rig = try await PasswordRig(limiter: RateLimiter.frozen())
        _ = try await rig.signUp(1)
        var answers: [[AuthError.Code?]] = []
        for number in [1, 2] {
            try await ask(.resetPassword(try rig.email(number), as: .digits), by: "first\(number)", rig)
            let first = try await guesses(4, "first\(number)", rig)
            try await ask(.resetPassword(try rig.email(number), as: .digits), by: "second\(number)", rig)
            answers.append(first + (try await guesses(4, "second\(number)", rig)))
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0].first == .ticketExpired && answers[0].last == .rateLimited)
        try await rig.deliver()
        #expect(Set(rig.messages.sent.map(\.recipient)) == ["test.user.1@example.com"])
    }

    @Test func `guesses without a pending code do not delay the next code`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true), limiter: RateLimiter.frozen())
        let number = try #require(PhoneNumber("+33612345670"))
        func use(_ code: Secret) async throws -> AuthError.Code? {
            try await rig.code {
                _ = try await rig.accounts.logins.signIn(
                    with: .digits(code, .signIn, .phone, number.description), to: rig.app, context: rig.context)
            }
        }
        for _ in 0..<30 { #expect(try await use(Secret("000000")) == .ticketExpired) }
        #expect(try await use(try await rig.mailed(.signIn(number))) == nil)
    }

    @Test func `an id of an account or of another pending code is rejected`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.signUp(1)
        try await ask(.signIn(try rig.email(2), as: .digits), by: "pending", rig)
        let code = try await rig.lastCode()
        for handle in [made.view.account.id.description, "pending"] {
            #expect(
                try await rig.code { try await ask(.signIn(try rig.email(1), as: .digits), by: handle, rig) }
                    == .credentialInUse)
        }
        _ = try await signIn("pending", code, rig)
    }

    @Test func `a code links an email address to a guest, but not one of another account`() async throws {
        let rig = try await PasswordRig()
        let guest = try await rig.guest()
        try await ask(.signIn(try rig.email(), as: .digits), by: "one", rig)
        let linked = try await rig.accounts.logins.link(
            with: .handle("one", try await rig.lastCode(), .signIn, [.email]), to: guest, context: rig.context)
        #expect(linked.view.account.id == guest.session.account)
        #expect(linked.view.login(.email)?.isVerified == true)
        try await ask(.signIn(try rig.email(), as: .digits), by: "two", rig)
        let code = try await rig.lastCode()
        let other = try await rig.guest()
        #expect(
            try await rig.code {
                _ = try await rig.accounts.logins.link(
                    with: .handle("two", code, .signIn, [.email]), to: other, context: rig.context)
            } == .credentialInUse)
        #expect(try await signIn("two", code, rig).view.account.id == guest.session.account)
    }

    @Test func `an unverified phone number goes to the user who verifies it, in a new account`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let phone = try #require(PhoneNumber("+33612345678"))
        let squatter = try await rig.caller(try await rig.signUp())
        _ = try await rig.accounts.logins.changePhone(
            of: squatter, to: phone, password: PasswordRig.password, context: rig.context)
        try await ask(.signIn(phone), by: "owner", rig)
        let owner = try await signIn("owner", try await rig.lastCode(), rig, by: [.phone])
        #expect(owner.isNew && owner.view.account.id == AccountID("owner"))
        #expect(try await rig.accounts.sessions.account(of: squatter).login(.phone) == nil)
    }

    @Test func `an old session needs the correct password to change the phone number`() async throws {
        let rig = try await PasswordRig(PasswordPolicy(allowsPhones: true))
        let phone = try #require(PhoneNumber("+33612345678"))
        let made = try await rig.signUp()
        rig.storage.clock.advance(by: 600)
        let later = try await rig.caller(made)
        for (password, expected) in [
            (PasswordRig.other, AuthError.Code.invalidCredentials), (nil, .reauthenticationRequired),
        ] {
            let refused = try await rig.code {
                _ = try await rig.accounts.logins.changePhone(
                    of: later, to: phone, password: password, context: rig.context)
            }
            #expect(refused == expected)
        }
        #expect(try await rig.accounts.sessions.account(of: later).login(.phone) == nil)
        _ = try await rig.accounts.logins.changePhone(
            of: later, to: phone, password: PasswordRig.password, context: rig.context)
        #expect(try await rig.accounts.sessions.account(of: later).login(.phone)?.isVerified == false)
    }

    @Test func `the security phrase appears in the message in its language`() async throws {
        let rig = try await PasswordRig()
        for (language, words) in [("en", "Security phrase: "), ("fr", "Phrase de sécurité : ")] {
            var order = OneTimeCodeRequest.signIn(try rig.email(), as: .digits, in: language)
            order.phrase = rig.accounts.codes.newSecurityPhrase()
            try await ask(order, by: language, rig)
            try await rig.deliver()
            let body = try #require(rig.messages.sent.last?.body)
            #expect(body.contains(try #require(order.phrase)) && body.contains(words))
        }
    }
}
