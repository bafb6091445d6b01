import Foundation
import SesameCore
import SesamePasswords
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

struct PasswordSignInTests {
    @Test func `a password signs in with the email address in any letter case`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.signUp()
        #expect(made.isNew && made.view.methods == ["password"] && !made.view.isAnonymous)
        #expect(made.view.claims.email == "test.user.1@example.com" && !made.view.claims.emailVerified)
        let address = try #require(EmailAddress("Test.User.1@EXAMPLE.com"))
        let again = try await rig.accounts.logins.signIn(
            email: address, password: PasswordRig.password, to: rig.app, context: rig.context)
        #expect(!again.isNew && again.view.account.id == made.view.account.id)
        #expect(try await rig.caller(again).session.method == .password)
        #expect(try await rig.events(of: made.view.account.id) == [.accountCreated, .signedIn, .signedIn])
    }

    @Test func `an unknown email address, a wrong password and a missing password return the same error`() async throws
    {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        var login = LocalCredential(
            app: rig.app.id, kind: .email, name: try rig.email(2).description,
            account: try await rig.person("2").session.account, createdAt: rig.storage.clock.now)
        login.verifiedAt = rig.storage.clock.now
        try await rig.storage.engine.write { [login] transaction throws(StorageError) in
            try transaction.insert(login)
        }
        for (number, password) in [(1, PasswordRig.other), (2, PasswordRig.password), (3, PasswordRig.password)] {
            let refusal = try await rig.refusal { _ = try await rig.signIn(number, password) }
            #expect(refusal?.code == .invalidCredentials && refusal?.reason == AccountError.wrongCredentials.reason)
        }
    }

    /// A password one byte below the maximum size, without a pattern.
    private static let longest = (0..<341).map { String(format: "%03x", $0 * 7 % 4_096) }.joined()

    @Test(arguments: [
        (longest.prefix(32) + "w", longest.prefix(32) + "y"), (longest.prefix(72) + "1", longest.prefix(72) + "2"),
        ("before\u{0}after", "before\u{0}other"), ("before then\u{0}", "before then"),
        (" leading space", "leading space"),
        ("trailing space ", "trailing space"), ("Case Matters Here", "case matters here"),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} and us", "\u{1F468}\u{200D}\u{1F469} and us"),
        (longest + "8", longest + "9"),
    ])
    func `a password is neither truncated nor normalized`(right: String, wrong: String) async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp(1, Secret(right))
        _ = try await rig.signIn(1, Secret(right))
        #expect(try await rig.code { _ = try await rig.signIn(1, Secret(wrong)) } == .invalidCredentials)
    }

    @Test func `a password that is too long or empty is rejected`() async throws {
        let rig = try await PasswordRig()
        let long = Secret(String(repeating: "z", count: PasswordPolicy.maxBytes) + "9")
        for attempt in [
            { _ = try await rig.signUp(1, long) }, { _ = try await rig.signIn(1, long) },
            { _ = try await rig.signIn(1, Secret("")) },
        ] {
            let refusal = try await rig.refusal(attempt)
            #expect(refusal?.code == .invalidRequest && refusal?.field == "password")
        }
    }

    @Test func `an email address belongs to one account, and a disabled account cannot sign in`() async throws {
        let rig = try await PasswordRig()
        let made = try await rig.signUp()
        #expect(try await rig.code { _ = try await rig.signUp(1, PasswordRig.other) } == .credentialInUse)
        _ = try await rig.accounts.operators.disable(made.view.account.id, in: rig.app.id, context: rig.context)
        #expect(try await rig.code { _ = try await rig.signIn() } == .userDisabled)
        #expect(try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } == .invalidCredentials)
    }

    @Test func `an app without passwords rejects passwords`() async throws {
        let rig = try await PasswordRig(nil)
        #expect(try await rig.code { _ = try await rig.signUp() } == .providerRequired)
        #expect(try await rig.code { _ = try await rig.signIn() } == .providerRequired)
        let guest = try await rig.guest()
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.addPassword(
                email: try rig.email(), password: PasswordRig.password, to: guest, context: rig.context)
        }
        #expect(refused == .providerRequired)
    }

    @Test func `in an app with roles, sign-up requires a role and sign-in rejects another one`() async throws {
        let rig = try await PasswordRig(roles: ["ACTEUR", "AGENT"])
        #expect(try await rig.code { _ = try await rig.signUp() } == .invalidRequest)
        let (email, password) = (try rig.email(), PasswordRig.password)
        _ = try await rig.accounts.logins.signUp(
            email: email, password: password, to: rig.app, role: "ACTEUR", context: rig.context)
        let other = try await rig.code {
            _ = try await rig.accounts.logins.signIn(
                email: email, password: password, to: rig.app, role: "AGENT", context: rig.context)
        }
        #expect(other == .roleMismatch)
        #expect(try await rig.signIn().view.account.role == "ACTEUR")
    }

    @Test func `a successful sign-in renews an outdated hash, a failed one does not`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        let before = try await rig.login()?.password
        let newer = try await PasswordRig.system(
            rig.storage, rig.apple, parameters: Argon2id(passes: 2, memory: 16))
        let email = try rig.email()
        let wrong = try await rig.code {
            _ = try await newer.logins.signIn(
                email: email, password: PasswordRig.other, to: rig.app, context: rig.context)
        }
        #expect(wrong == .invalidCredentials)
        #expect(try await rig.login()?.password == before)
        _ = try await newer.logins.signIn(
            email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        let after = try #require(try await rig.login()?.password)
        #expect(after.text.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$"))
        _ = try await newer.logins.signIn(
            email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        #expect(try await rig.login()?.password == after)
    }

    @Test func `password sign-ins are counted with their method`() async throws {
        let seen = Locked<[MetricsEvent]>([])
        let rig = try await PasswordRig { occurrence in seen.withLock { $0.append(occurrence) } }
        _ = try await rig.signUp()
        _ = try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) }
        #expect(
            seen.withLock { $0 } == [
                .signedIn(rig.app.id, .password), .signInRefused(rig.app.id, .password, .invalidCredentials),
            ])
    }
}
