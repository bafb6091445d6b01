import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct PasswordChangeTests {
    @Test func `a guest who adds an email address and a password has the same uid afterwards`() async throws {
        let rig = try await PasswordRig()
        let guest = try await rig.guest()
        let result = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: guest, context: rig.context)
        #expect(result.view.account.id == guest.session.account && result.view.methods == ["password"])
        #expect(result.session.id != guest.session.id)
        #expect(try await rig.signIn().view.account.id == guest.session.account)
        let ended = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.session(guest.session.id)
        }
        #expect(ended?.termination?.reason == .replaced)
        #expect(try await rig.events(of: guest.session.account).contains(.loginAdded))
    }

    @Test func `adding another account's email address, or a second one, is rejected`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp(1)
        let own = try await rig.caller(try await rig.signUp(2))
        for (number, code) in [(1, AuthError.Code.credentialInUse), (3, .providerAlreadyLinked)] {
            let email = try rig.email(number)
            let refused = try await rig.code {
                _ = try await rig.accounts.logins.addPassword(
                    email: email, password: PasswordRig.other, to: own, context: rig.context)
            }
            #expect(refused == code)
        }
        #expect(try await rig.signIn(1).view.account.id != own.session.account)
    }

    @Test func `adding a password to a provider's account requires a recent sign-in`() async throws {
        let rig = try await PasswordRig()
        let person = try await rig.person("1")
        rig.storage.clock.advance(by: StepUp.window + 1)
        let email = try rig.email()
        let late = try await rig.caller(
            try rig.accounts.sessions.issuer.tokens(
                for: person.session, accessTokenLifetime: 900, at: rig.storage.clock.now
            ).accessToken)
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.addPassword(
                email: email, password: PasswordRig.password, to: late, context: rig.context)
        }
        #expect(refused == .reauthenticationRequired)
        let fresh = try await rig.person("1")
        let result = try await rig.accounts.logins.addPassword(
            email: email, password: PasswordRig.password, to: fresh, context: rig.context)
        #expect(result.view.methods == ["apple", "password"] && result.session.id == fresh.session.id)
    }

    @Test func `a password change requires the current one, ends other sessions and voids older tokens`() async throws {
        let rig = try await PasswordRig()
        let one = try await rig.caller(try await rig.signUp())
        let two = try await rig.caller(try await rig.signIn())
        rig.storage.clock.advance(by: StepUp.window + 1)
        let late = try await rig.caller(
            try rig.accounts.sessions.issuer.tokens(
                for: one.session, accessTokenLifetime: 900, at: rig.storage.clock.now
            ).accessToken)
        for (current, code) in [
            (nil, AuthError.Code.reauthenticationRequired), (PasswordRig.other, .invalidCredentials),
        ] {
            let refused = try await rig.code {
                _ = try await rig.accounts.logins.changePassword(
                    of: late, from: current, to: PasswordRig.other, context: rig.context)
            }
            #expect(refused == code)
        }
        _ = try await rig.accounts.logins.changePassword(
            of: late, from: PasswordRig.password, to: PasswordRig.other, context: rig.context)
        #expect(try await rig.accounts.sessions.sessions(of: late).map(\.id) == [one.session.id])
        #expect(try await rig.code { _ = try await rig.accounts.sessions.account(of: two) } == nil)
        let ended = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.session(two.session.id)
        }
        #expect(ended?.termination != nil)
        #expect(try await rig.code { _ = try await rig.signIn() } == .invalidCredentials)
        _ = try await rig.signIn(1, PasswordRig.other)
        let details = try await rig.accounts.account.details(of: one.session.account, in: rig.app.id)
        #expect(details.tokensValidAfter == rig.storage.clock.now)
        #expect(try await rig.events(of: one.session.account).contains(.passwordChanged))
    }

    @Test func `a new password must satisfy the policy like the first one`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        _ = try await rig.accounts.account.changeDetails(of: caller.session.account, in: rig.app) {
            $0.displayName = "Octavia"
        }
        for (password, weakness) in [("password1", PasswordWeakness.common), ("octavia under moon", .personal)] {
            let refused = try await rig.refusal {
                _ = try await rig.accounts.logins.changePassword(of: caller, to: Secret(password), context: rig.context)
            }
            #expect(refused?.code == .weakPassword && refused?.weakness == weakness)
        }
        _ = try await rig.signIn()
    }

    @Test func `a login can be removed, but never the last one`() async throws {
        let rig = try await PasswordRig()
        let alone = try await rig.caller(try await rig.signUp(1))
        let last = try await rig.code {
            try await rig.accounts.logins.removeCredential(.email, from: alone, context: rig.context)
        }
        #expect(last == .lastMethod)
        let person = try await rig.person("1")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(2), password: PasswordRig.password, to: person, context: rig.context)
        let other = try await rig.caller(try await rig.signIn(2))
        try await rig.accounts.logins.removeCredential(.email, from: person, context: rig.context)
        #expect(try await rig.code { _ = try await rig.signIn(2) } == .invalidCredentials)
        let ended = try await rig.code { _ = try await rig.caller(try token(of: other, rig)) }
        #expect(ended == .sessionEnded)
        let none = try await rig.code {
            try await rig.accounts.logins.removeCredential(.email, from: person, context: rig.context)
        }
        #expect(none == .notFound)
        #expect(try await rig.events(of: person.session.account).contains(.loginRemoved))
    }

    @Test func `an account with a password can unlink its provider but not remove both`() async throws {
        let rig = try await PasswordRig()
        let person = try await rig.person("1")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: person, context: rig.context)
        let order = OneTimeCodeRequest.verify(try rig.email(), of: person.session.account, askedIn: person.session.id)
        try await rig.accounts.codes.sendCode(order, of: rig.app, context: rig.context)
        _ = try await rig.accounts.logins.verify(
            with: .link(try await rig.lastCode()), of: rig.app, by: .caller(person), context: rig.context)
        try await rig.accounts.linking.unlink(.apple, from: person, context: rig.context)
        #expect(try await rig.signIn().view.methods == ["password"])
        #expect(
            try await rig.code {
                try await rig.accounts.logins.removeCredential(.email, from: person, context: rig.context)
            } == .lastMethod)
    }

    @Test func `deleting an account also deletes its login and details`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        _ = try await rig.accounts.account.changeDetails(of: caller.session.account, in: rig.app) { $0.labels = ["a"] }
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        #expect(try await rig.login() == nil)
        #expect(try await rig.accounts.account.details(of: caller.session.account, in: rig.app.id).labels.isEmpty)
        _ = try await rig.signUp()
    }

    private func token(of caller: Caller, _ rig: PasswordRig) throws -> Secret {
        try rig.accounts.sessions.issuer.tokens(
            for: caller.session, accessTokenLifetime: 900, at: rig.storage.clock.now
        ).accessToken
    }
}
