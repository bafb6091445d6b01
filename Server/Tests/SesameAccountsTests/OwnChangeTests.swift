import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of several changes that a user makes to their account at once.
struct OwnChangeTests {
    /// Returns a user with an Apple identity, an unverified address, and a password.
    private func person(_ rig: PasswordRig) async throws -> Caller {
        let caller = try await rig.person("1")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: caller, context: rig.context)
        return caller
    }

    /// Returns changes that set the password and the display name, and unlink the provider.
    private func changes(without provider: Provider) -> [OwnChange] {
        [.password(PasswordRig.other), .details { $0.displayName = "Test User 1" }, .unlink(provider)]
    }

    @Test func `if one change is rejected, none of them takes effect`() async throws {
        let rig = try await PasswordRig()
        let caller = try await person(rig)
        let (id, app) = (caller.session.account, rig.app.id)
        let other = try await rig.signIn().session.id
        try await rig.deliver()
        let mails = rig.messages.sent.count
        // Only the transaction can tell that the identity does not exist, because it may have been removed meanwhile.
        let refused = try await rig.code {
            _ = try await rig.accounts.logins.change(
                caller, by: changes(without: .google), context: rig.context)
        }
        #expect(refused == .notFound)
        #expect(try await rig.accounts.account.details(of: id, in: app).displayName == nil)
        let live = try await rig.accounts.sessions.sessions(of: caller).map(\.id)
        #expect(Set(live) == [caller.session.id, other])
        let events = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.events(of: id, in: app, limit: .max).map(\.kind)
        }
        #expect(!events.contains(.passwordChanged))
        try await rig.deliver()
        #expect(rig.messages.sent.count == mails)
        #expect(try await rig.signIn().view.account.id == id)
    }

    /// Looking up the address first would reveal that the address has an account.
    @Test func `changes that the account rules out are rejected before an email address is looked up`() async throws {
        let rig = try await PasswordRig()
        let caller = try await person(rig)
        _ = try await rig.signUp(2)
        let taken = OwnChange.addPassword(PasswordRig.other, try rig.email(2), replacingOther: true)
        let long = String(repeating: "n", count: AccountMetadata.maxNameBytes + 1)
        let refused: [([OwnChange], AuthError.Code)] = [
            ([taken, .details { $0.displayName = long }], .invalidRequest), ([taken, .unlink(.apple)], .lastMethod),
            ([taken], .credentialInUse),
        ]
        for (changes, code) in refused {
            let seen = try await rig.code {
                _ = try await rig.accounts.logins.change(caller, by: changes, context: rig.context)
            }
            #expect(seen == code)
        }
    }

    @Test func `allowed changes all take effect in the same session`() async throws {
        let rig = try await PasswordRig()
        let caller = try await person(rig)
        var word = AccountUpdate()
        word.isEmailVerified = true
        _ = try await rig.accounts.operators.change(
            caller.session.account, by: word, with: .all, in: rig.app, context: rig.context)
        let session = try await rig.accounts.logins.change(caller, by: changes(without: .apple), context: rig.context)
        #expect(session?.id == caller.session.id)
        let signIn = try await rig.signIn(1, PasswordRig.other)
        #expect(signIn.view.account.id == caller.session.account)
        #expect(signIn.view.methods == ["password"])
        let details = try await rig.accounts.account.details(of: caller.session.account, in: rig.app.id)
        #expect(details.displayName == "Test User 1")
    }
}
